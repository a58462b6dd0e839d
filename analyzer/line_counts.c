/* SPDX-License-Identifier: MIT
 * How often each line reads, on each way that led there: counts that do not depend on
 * what is joined to a finding. */
#include "config.h"

#include "analyzer/line_counts.h"

#include <stdlib.h>

#include "lib/json.h"
#include "lib/memory.h"

#include "analyzer/program/contexts.h"
#include "analyzer/program/program.h"
#include "analyzer/program/sites.h"

#define SCHEMA "retread-reads-1"

struct counted {
	const struct context *context;
	const struct leaf *leaf;
	bool is_string; /* the innermost function is one that reads strings */
};

struct line_counts {
	const struct program *program;
	struct counted *counted;
	size_t count, capacity;
};

void *line_counts_new(const struct program *program)
{
	struct line_counts *counts = memory_alloc_zero(1, sizeof *counts);

	counts->program = program;
	return counts;
}

static void line_counts_add(struct line_counts *counts,
	const struct rule_read *read, uint64_t more, bool is_string)
{
	if (read->leaf->counted == 0) {
		counts->counted =
			memory_grow(counts->counted, &counts->capacity,
				counts->count + 1, sizeof *counts->counted);
		counts->counted[counts->count++] =
			(struct counted){read->context, read->leaf, is_string};
	}
	read->leaf->counted += more;
}

static void line_counts_add_read(void *state, const struct rule_read *read)
{
	line_counts_add(state, read, 1, false);
}

/* Each byte is a read, and so is the call. */
static void line_counts_add_string(void *state, const struct rule_read *call,
	const struct rule_string *string)
{
	line_counts_add(state, call, string->length_bytes + 1, true);
}

static void ignore_pause(void *state, const struct stack_view *view,
	const struct context *context, struct leaf *leaf, uint64_t clock)
{
	(void)state, (void)view, (void)context, (void)leaf, (void)clock;
}

static enum rule_wish wish_all(void *state, const struct leaf *leaf)
{
	(void)state, (void)leaf;
	return RULE_WAITS;
}

static void ignore_end(void *state, const struct stack_view *view)
{
	(void)state, (void)view;
}

static void ignore_memory(void *state, enum memory_state memory)
{
	(void)state, (void)memory;
}

static void report_nothing(void *state, struct sightings *sightings)
{
	(void)state, (void)sightings;
}

static void free_counts(void *state)
{
	struct line_counts *counts = state;

	free(counts->counted);
	free(counts);
}

const struct rule line_counts_rule = {
	.read = line_counts_add_read,
	.string = line_counts_add_string,
	.pause = ignore_pause,
	.wish = wish_all,
	.end = ignore_end,
	.stop = ignore_memory,
	.report = report_nothing,
	.free = free_counts,
};

/* ---- what is written ---- */

static void append_path(struct json_value *names, const struct path *path)
{
	if (path->parent)
		append_path(names, path->parent);
	json_append_text(names, path->function->name);
}

/* Where COUNTED reads; *PATH leads to it, except for the inlined functions of its site. What
 * a string function reads is read where it is called. 0: not known. */
static uint32_t line_counts_place_of(const struct counted *counted,
	const struct site *site, const struct path **path)
{
	if (counted->context->id == CONTEXT_UNKNOWN ||
		counted->context->subjects == 0 || site->depth == 0)
		return 0;
	*path = counted->context->path[0];
	if (!counted->is_string || !(*path)->parent)
		return site->frame[site->depth - 1].place;
	uint32_t place = (*path)->place;
	*path = (*path)->parent;
	return place;
}

/* NULL: nothing is known of the way. */
static struct json_value *line_counts_describe(
	const struct line_counts *counts, const struct counted *counted)
{
	const struct site *site =
		sites_resolve(counts->program->sites, counted->leaf->site);
	const struct path *path;
	uint32_t place = line_counts_place_of(counted, site, &path);
	const struct symbol_position *position;
	struct json_value *names, *object;

	if (place == 0)
		return NULL;
	position = sites_place(counts->program->sites, place);
	names = json_make_array();
	append_path(names, path);
	for (uint32_t i = 1; !counted->is_string && i < site->depth; i++)
		json_append_text(names, site->frame[i].function->name);
	object = json_make_object();
	json_put(object, "functions", names);
	json_put_text(object, "file", position->file);
	json_put_count(object, "line", position->line);
	json_put_count(object, "column", position->column);
	json_put_count(object, "reads", counted->leaf->counted);
	if (counted->is_string)
		json_put_bool(object, "string", true);
	return object;
}

int line_counts_write(const void *state, const char *path, struct error *err)
{
	const struct line_counts *counts = state;
	struct json_value *top = json_make_object(), *all = json_make_array();
	int status;

	json_put_text(top, "schema", SCHEMA);
	for (size_t i = 0; i < counts->count; i++) {
		struct json_value *each =
			line_counts_describe(counts, &counts->counted[i]);
		if (each)
			json_append(all, each);
	}
	json_put(top, "lines", all);
	status = json_write_file(top, path, err);
	json_free(top);
	return status;
}
