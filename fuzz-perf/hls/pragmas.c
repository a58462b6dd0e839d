/* SPDX-License-Identifier: MIT
 * Pragmas of a kernel that sites need: LLVM sees none, so they are handed to the
 * plug-in as boundaries of retread-spectra(5). */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/kernel/directive.h"
#include "lib/kernel/sites.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

#define VARIABLE "RETREAD_HLS_SITES"
/* Hardware wraps in a line with this comment, and so does the CPU. */
#define WRAPS "retread: wraps"

/* The pragmas that sites need, the key that must be a constant, and the boundary. */
static const struct pragma_kind {
	const char *name, *number;
	int64_t least;	    /* a lower number asks for nothing */
	const char *needed; /* another key; NULL: none */
	const char *what, *spectrum;
} pragma_kinds[] = {
	{"dataflow", NULL, 0, NULL, "empty", "stream"},
	{"reset", NULL, 0, "variable", "reset", "value"},
	{"stream", "depth", 1, "variable", "full", "stream"},
	{"unroll", "factor", 2, "skip_exit_check", "residue", "trip"},
};

/* Those that say what a kernel does, or change what hardware does, and of which sites
 * know nothing. */
static const char *const unmodelled[] = {"array_partition", "bind_storage",
	"dependence", "disaggregate", "loop_flatten", "loop_merge",
	"occurrence", "protocol", "stable"};

static bool pragmas_is(
	const struct directive *directive, const char *key, const char *value)
{
	const char *is = directive_value(directive, key);

	return is && strcmp(is, value) == 0;
}

static bool pragmas_has(const struct directive *directive, const char *key)
{
	return directive_value(directive, key) != NULL;
}

/* Whether DIRECTIVE promises that no trip, or none of the next ones, reads what one
 * wrote. */
static bool pragmas_is_promise(const struct directive *directive)
{
	bool is_inter = pragmas_has(directive, "inter") ||
			pragmas_is(directive, "type", "inter");
	bool is_false = pragmas_has(directive, "false") ||
			pragmas_is(directive, "dependent", "false");
	bool is_other = pragmas_has(directive, "war") ||
			pragmas_has(directive, "waw") ||
			pragmas_is(directive, "direction", "WAR") ||
			pragmas_is(directive, "direction", "WAW");

	return strcmp(directive->name, "dependence") == 0 && is_inter &&
	       !is_other && pragmas_has(directive, "variable") &&
	       (is_false || pragmas_has(directive, "distance"));
}

/* A promise without a distance has the distance 0. */
static const struct pragma_kind pragmas_promise = {
	"dependence", "distance", 0, NULL, "distance", "offset"};

static const struct pragma_kind *pragmas_find_kind(
	const struct directive *directive)
{
	if (pragmas_is_promise(directive))
		return &pragmas_promise;
	for (size_t i = 0; i < sizeof pragma_kinds / sizeof pragma_kinds[0];
		i++)
		if (strcmp(pragma_kinds[i].name, directive->name) == 0)
			return &pragma_kinds[i];
	return NULL;
}

static bool pragmas_want(
	const void *data, const struct directive *directive, const char *key)
{
	const struct pragma_kind *kind = pragmas_find_kind(directive);

	(void)data;
	return kind && kind->number && strcmp(kind->number, key) == 0;
}

static void pragmas_print_unmodelled(
	const struct directive *directive, const char *file, FILE *out)
{
	const char *slash = strrchr(file, '/');

	for (size_t i = 0; i < sizeof unmodelled / sizeof unmodelled[0]; i++)
		if (strcmp(unmodelled[i], directive->name) == 0)
			fprintf(out, "%s (%s:%u)\n", directive->name,
				slash ? slash + 1 : file, directive->line);
}

static void pragmas_add_boundary(struct kernel_sites *sites, const char *what,
	char *target, uint64_t number, struct source_place place,
	const char *text)
{
	struct sites_boundary *boundary = sites_add_boundary(sites);

	boundary->what = memory_string_dup(what);
	boundary->target = target;
	boundary->a = number;
	boundary->place = place;
	boundary->text = memory_string_dup(text);
}

/* What DIRECTIVE is about: a loop, a stream, all streams of its function. Free it. */
static char *pragmas_target_dup(const struct pragma_kind *kind,
	const struct directive *directive, const struct kernel_source *source)
{
	size_t function =
		source_function_at(source, directive->file, directive->line);
	size_t loop = source_loop_at(source, directive->file, directive->line);
	const char *variable = directive_value(directive, "variable");
	bool is_loop = strcmp(kind->spectrum, "trip") == 0 && loop != SIZE_MAX;
	char *name = is_loop ? source_loop_name_dup(source, loop)
			     : memory_string_dup(variable ? variable : "*");
	char *target = sites_target_dup(kind->spectrum, name,
		function == SIZE_MAX ? NULL : source->function[function].name);

	free(name);
	return target;
}

static int pragmas_add(struct kernel_sites *sites,
	const struct directive *directive, const struct kernel_source *source,
	FILE *others, struct error *err)
{
	const struct pragma_kind *kind = pragmas_find_kind(directive);
	const char *file = source->file[directive->file];
	struct source_place place = {.line = directive->line};
	bool is_there = true;
	int64_t number = 0;

	if (!kind)
		pragmas_print_unmodelled(directive, file, others);
	if (!kind)
		return 0;
	if (kind->number && directive_find_number(directive, kind->number, file,
				    &is_there, &number, err) != 0)
		return -1;
	is_there |= kind == &pragmas_promise;
	if (!is_there || number < kind->least ||
		(kind->needed && !directive_value(directive, kind->needed)))
		return 0;
	place.file = sites_file(sites, file);
	pragmas_add_boundary(sites, kind->what,
		pragmas_target_dup(kind, directive, source), (uint64_t)number,
		place, directive->text);
	return 0;
}

static int pragmas_add_comments(
	struct kernel_sites *sites, const char *file, struct error *err)
{
	struct source_place place = {.file = sites_file(sites, file)};
	FILE *in = fopen(file, "re");
	char *text = NULL;
	size_t capacity = 0;

	if (!in)
		return error_set_errno(err, "%s", file);
	while (getline(&text, &capacity, in) >= 0) {
		place.line++;
		if (strstr(text, WRAPS))
			pragmas_add_boundary(sites, "wraps",
				sites_target_dup("value", "*", NULL), 0, place,
				WRAPS);
	}
	free(text);
	fclose(in);
	return 0;
}

static int pragmas_print(const struct source_request *request, FILE *out,
	FILE *others, struct error *err)
{
	struct kernel_sites sites = {0};
	struct kernel_source source = {0};
	struct directives directives = {0};
	int result = source_parse(&source, request, err);

	if (result == 0)
		result = directives_read_source(
			&directives, &source, request, err);
	if (result == 0)
		result = directives_evaluate(
			&directives, &source, request, pragmas_want, NULL, err);
	if (result == 0) {
		sites.source = memory_string_dup(source.file[0]);
		sites_file(&sites, sites.source);
	}
	for (size_t i = 0; result == 0 && i < directives.count; i++)
		result = pragmas_add(
			&sites, &directives.directive[i], &source, others, err);
	for (size_t i = 0; result == 0 && i < source.file_count; i++)
		result = pragmas_add_comments(&sites, source.file[i], err);
	if (result == 0)
		sites_print(&sites, out);
	sites_release(&sites);
	directives_release(&directives);
	source_release(&source);
	return result;
}

int pragmas_export(
	const struct source_request *request, FILE *others, struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int result;

	if (!out)
		return error_set_errno(err, "pragmas");
	result = pragmas_print(request, out, others, err);
	fclose(out);
	setenv(VARIABLE, text, 1);
	free(text);
	return result;
}
