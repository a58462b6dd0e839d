/* SPDX-License-Identifier: MIT
 * The part of a source's model that does not depend on the parser. */
#include "config.h"

#include "lib/kernel/source.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

void source_release(struct kernel_source *source)
{
	for (size_t i = 0; i < source->file_count; i++)
		free(source->file[i]);
	for (size_t i = 0; i < source->function_count; i++) {
		free(source->function[i].name);
		free(source->function[i].symbol);
		for (size_t j = 0; j < source->function[i].callee_count; j++)
			free(source->function[i].callee[j]);
		free(source->function[i].callee);
	}
	for (size_t i = 0; i < source->declared_count; i++) {
		free(source->declared[i].name);
		free(source->declared[i].symbol);
	}
	free(source->declared);
	for (size_t i = 0; i < source->loop_count; i++)
		free(source->loop[i].label);
	for (size_t i = 0; i < source->variable_count; i++)
		free(source->variable[i].name);
	for (size_t i = 0; i < source->type_count; i++)
		free(source->type[i]);
	free(source->file);
	free(source->function);
	for (size_t i = 0; i < source->alias_count; i++) {
		free(source->alias[i].name);
		free(source->alias[i].type);
	}
	free(source->alias);
	free(source->gap);
	free(source->loop);
	free(source->variable);
	free(source->type);
}

static size_t find_symbol(
	const struct kernel_source *source, const char *symbol)
{
	for (size_t i = 0; i < source->function_count; i++)
		if (strcmp(source->function[i].symbol, symbol) == 0)
			return i;
	return SIZE_MAX;
}

/* Marks in SEEN what FROM calls, directly or not. */
static void source_visit(
	const struct kernel_source *source, size_t from, bool *seen)
{
	const struct source_function *function = &source->function[from];

	for (size_t i = 0; i < function->callee_count; i++) {
		size_t callee = find_symbol(source, function->callee[i]);
		if (callee == SIZE_MAX || seen[callee])
			continue;
		seen[callee] = true;
		source_visit(source, callee, seen);
	}
}

/* The first declaration of SYMBOL is one that the kernel calls. */
static void reach_declared(struct kernel_source *source, const char *symbol)
{
	for (size_t i = 0; i < source->declared_count; i++)
		if (strcmp(source->declared[i].symbol, symbol) == 0) {
			source->declared[i].is_reached = true;
			return;
		}
}

bool source_reach(struct kernel_source *source, const char *top)
{
	size_t count = source->function_count, start = 0;
	bool *seen;

	while (start < count && strcmp(source->function[start].name, top) != 0)
		start++;
	if (start == count)
		return false;
	seen = memory_alloc_zero(count, sizeof *seen);
	source_visit(source, start, seen);
	seen[start] = true;
	for (size_t i = 0; i < count; i++) {
		struct source_function *function = &source->function[i];
		function->is_reached = seen[i];
		for (size_t j = 0; seen[i] && j < function->callee_count; j++)
			if (find_symbol(source, function->callee[j]) ==
				SIZE_MAX)
				reach_declared(source, function->callee[j]);
	}
	for (size_t i = 0; i < count; i++) {
		memset(seen, 0, count * sizeof *seen);
		source_visit(source, i, seen);
		source->function[i].is_recursive = seen[i];
	}
	free(seen);
	return true;
}

/*--- places ---*/

bool source_is_within(const struct source_place *start,
	const struct source_place *end, size_t file, unsigned line)
{
	return start->file == file && start->line <= line && line <= end->line;
}

size_t source_function_at(
	const struct kernel_source *source, size_t file, unsigned line)
{
	for (size_t i = 0; i < source->function_count; i++)
		if (source_is_within(&source->function[i].start,
			    &source->function[i].end, file, line))
			return i;
	return SIZE_MAX;
}

size_t source_loop_at(
	const struct kernel_source *source, size_t file, unsigned line)
{
	size_t around = SIZE_MAX, below = SIZE_MAX;
	size_t function = source_function_at(source, file, line);

	for (size_t i = 0; i < source->loop_count; i++) {
		const struct source_loop *loop = &source->loop[i];
		if (loop->function != function)
			continue;
		if (source_is_within(&loop->start, &loop->end, file, line) &&
			(around == SIZE_MAX ||
				loop->start.line >=
					source->loop[around].start.line))
			around = i;
		if (loop->start.line > line && below == SIZE_MAX)
			below = i;
	}
	return around != SIZE_MAX ? around : below;
}

char *source_loop_name_dup(const struct kernel_source *source, size_t index)
{
	const struct source_loop *loop = &source->loop[index];

	if (loop->label)
		return memory_string_dup(loop->label);
	return memory_format("%s:%u", source->function[loop->function].name,
		loop->start.line);
}

bool source_is_left_out(
	const struct kernel_source *source, size_t file, unsigned line)
{
	for (size_t i = 0; i < source->gap_count; i++)
		if (source_is_within(&source->gap[i].start, &source->gap[i].end,
			    file, line))
			return true;
	return false;
}

#ifndef HAVE_LIBCLANG
static int source_refuse(
	const struct source_request *request, struct error *err)
{
	return error_set(err,
		"%s cannot be parsed: retread was built without libclang",
		request->path[0]);
}

bool source_can_parse(void)
{
	return false;
}

int source_parse(struct kernel_source *source,
	const struct source_request *request, struct error *err)
{
	(void)source;
	return source_refuse(request, err);
}

int source_evaluate(const struct kernel_source *source,
	const struct source_request *request,
	struct source_expression *expression, size_t count, struct error *err)
{
	(void)source;
	(void)expression;
	return count == 0 ? 0 : source_refuse(request, err);
}

int source_list_operators(const struct kernel_source *source,
	const struct source_request *request,
	void (*take)(void *data, size_t file, unsigned line, const char *text),
	void *data, struct error *err)
{
	(void)source;
	(void)take;
	(void)data;
	return source_refuse(request, err);
}
#endif
