/* SPDX-License-Identifier: MIT
 * Profiles of callgrind, massif, DHAT and perf -> folded stacks. */
#include "config.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/profile/profile.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output/stacks.h"

#define DEPTH_MAX 256
#define OUTSIDE	  "(outside main)"

/* What counts for us in a target. */
static bool is_ours(const char *function)
{
	return strncmp(function, "__retread_", 10) == 0 ||
	       strncmp(function, "retread_", 8) == 0;
}

void profile_add_stack(struct stacks *stacks, const char *const *frame,
	size_t count, uint64_t cost)
{
	static const char *const outside[] = {OUTSIDE};
	const char *kept[DEPTH_MAX + 1];
	size_t depth = 0;
	bool has_main = false;
	char *frames;

	for (size_t i = 0; i < count && depth < DEPTH_MAX && !has_main; i++) {
		has_main = strcmp(frame[i], "main") == 0;
		if (!is_ours(frame[i]))
			kept[depth++] = frame[i];
	}
	if (!has_main && count < DEPTH_MAX) {
		frames = stacks_join_dup(outside, 1);
	} else {
		if (!has_main)
			kept[depth++] = "main";
		frames = stacks_join_dup(kept, depth);
	}
	stacks_add(stacks, frames, 0, cost);
	free(frames);
}

/* --- callgrind ---------------------------------------------------------- */

/* Names by their number: "(12) name" defines, "(12)" refers. */
struct stacks_names {
	char **name;
	size_t count;
};

static const char *stacks_find_name(
	struct stacks_names *names, const char *text)
{
	unsigned long number = *text == '(' ? strtoul(text + 1, NULL, 10) : 0;
	const char *name = strchr(text, ')');

	if (*text != '(' || !name || number > 100000000)
		return text;
	if (number >= names->count) {
		size_t count = 2 * number + 64;
		size_t capacity = names->count;
		names->name = memory_grow(
			names->name, &capacity, count, sizeof *names->name);
		while (names->count < capacity)
			names->name[names->count++] = NULL;
	}
	name += 1 + strspn(name + 1, " ");
	if (*name != '\0' && !names->name[number])
		names->name[number] = memory_string_dup(name);
	return names->name[number] ? names->name[number] : "?";
}

/* "scan'parse'main": the function, then who called it. */
static void add_context(
	struct stacks *stacks, const char *context, uint64_t cost)
{
	char *text = memory_string_dup(context), *rest = text, *part;
	const char *frame[DEPTH_MAX] = {NULL};
	size_t count = 0;

	while (count < DEPTH_MAX && (part = strsep(&rest, "'")))
		frame[count++] = part;
	/* Callgrind keeps the last callers only. */
	if (count > PROFILE_CONTEXTS)
		frame[count++] = "main";
	profile_add_stack(stacks, frame, count, cost);
	free(text);
}

struct callgrind {
	struct stacks *stacks;
	struct stacks_names names;
	const char *function; /* whose lines follow; NULL: none yet */
	uint64_t own;
	bool is_call; /* the next line is what a call cost */
};

static void end_function(struct callgrind *reading)
{
	if (reading->function && reading->own > 0)
		add_context(reading->stacks, reading->function, reading->own);
	reading->own = 0;
}

static void read_callgrind_line(struct callgrind *reading, char *line)
{
	line[strcspn(line, "\n")] = '\0';
	if (strncmp(line, "fn=", 3) == 0) {
		end_function(reading);
		reading->function = stacks_find_name(&reading->names, line + 3);
	} else if (strncmp(line, "cfn=", 4) == 0) {
		stacks_find_name(&reading->names, line + 4);
	} else if (strncmp(line, "calls=", 6) == 0) {
		reading->is_call = true;
	} else if (isdigit((unsigned char)*line) || *line == '+' ||
		   *line == '-' || *line == '*') {
		const char *cost = strchr(line, ' ');
		if (!reading->is_call && cost)
			reading->own += strtoull(cost, NULL, 10);
		reading->is_call = false;
	}
}

/* Calls READ with each line of PATH. */
static int each_line(const char *path, void *context,
	void (*read)(void *context, char *line), struct error *err)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t bytes = 0;

	if (!in)
		return error_set_errno(err, "cannot open %s", path);
	while (getline(&line, &bytes, in) >= 0)
		read(context, line);
	free(line);
	fclose(in);
	return 0;
}

static void read_callgrind(void *context, char *line)
{
	read_callgrind_line(context, line);
}

int profile_read_callgrind(
	struct stacks *stacks, const char *path, struct error *err)
{
	struct callgrind reading = {.stacks = stacks};
	int result = each_line(path, &reading, read_callgrind, err);

	end_function(&reading);
	for (size_t i = 0; i < reading.names.count; i++)
		free(reading.names.name[i]);
	free(reading.names.name);
	return result;
}

/* --- massif ------------------------------------------------------------- */

/* "0x401234: scan (file.c:12)" as "scan", in place. */
static char *stacks_function_of(char *text)
{
	char *colon = strchr(text, ':'), *end;

	if (strncmp(text, "0x", 2) == 0 && colon)
		text = colon + 1 + strspn(colon + 1, " ");
	end = strrchr(text, '(');
	while (end && end > text && end[-1] == ' ')
		*--end = '\0';
	return text;
}

/* A node of the tree that massif draws, and those above it. */
struct massif {
	struct stacks *stacks;
	bool is_peak;
	char *name[DEPTH_MAX];
	uint64_t left[DEPTH_MAX]; /* bytes that no child has taken */
	size_t depth;		  /* how many there are */
};

static void pop_nodes(struct massif *reading, size_t depth)
{
	while (reading->depth > depth) {
		size_t last = --reading->depth;
		const char *frame[DEPTH_MAX] = {NULL};
		/* The allocation functions, at the root, say nothing; callers
		 * are below whom they call. */
		for (size_t i = 1; i <= last; i++)
			frame[i - 1] = reading->name[i];
		if (reading->left[last] > 0 && last > 0)
			profile_add_stack(reading->stacks, frame, last,
				reading->left[last]);
		else if (reading->left[last] > 0)
			stacks_add(reading->stacks, OUTSIDE, 0,
				reading->left[last]);
		free(reading->name[last]);
	}
}

static void push_node(struct massif *reading, char *text, uint64_t bytes)
{
	size_t depth = reading->depth;

	if (depth > 0)
		reading->left[depth - 1] -= bytes < reading->left[depth - 1]
						    ? bytes
						    : reading->left[depth - 1];
	reading->name[depth] = memory_string_dup(stacks_function_of(text));
	reading->left[depth] = bytes;
	reading->depth++;
}

/* "  n2: 4096 0x401234: scan (file.c:12)", "  n0: 9 in 3 places, ..." */
static void read_massif(void *context, char *line)
{
	struct massif *reading = context;
	size_t indent = strspn(line, " ");
	char *at;
	uint64_t bytes;

	line[strcspn(line, "\n")] = '\0';
	if (strncmp(line, "heap_tree=", 10) == 0) {
		reading->is_peak = strcmp(line + 10, "peak") == 0;
	} else if (strncmp(line, "snapshot=", 9) == 0) {
		pop_nodes(reading, 0);
		reading->is_peak = false;
	} else if (reading->is_peak && line[indent] == 'n' &&
		   (at = strchr(line, ':')) && indent < DEPTH_MAX - 1) {
		bytes = strtoull(at + 1, &at, 10);
		at += strspn(at, " ");
		pop_nodes(reading, indent);
		if (strncmp(at, "in ", 3) == 0) /* many small ones */
			return;
		push_node(reading, at, bytes);
	}
}

int profile_read_massif(
	struct stacks *stacks, const char *path, struct error *err)
{
	struct massif reading = {.stacks = stacks};
	int result = each_line(path, &reading, read_massif, err);

	pop_nodes(&reading, 0);
	return result;
}

/* --- DHAT --------------------------------------------------------------- */

static void stacks_add_point(struct stacks *stacks, const struct json_at *names,
	const struct json_at *point)
{
	struct json_at frames = json_at_member(point, "fs", JSON_KIND_ARRAY);
	uint64_t bytes = json_get_count(point, "tb", UINT64_MAX);
	size_t count = json_at_length(&frames), kept = 0;
	char *text[DEPTH_MAX];
	const char *frame[DEPTH_MAX] = {NULL};

	for (size_t i = 0; i < count && i < DEPTH_MAX; i++) {
		uint64_t name = json_get_element_count(&frames, i);
		text[kept] = memory_string_dup(
			json_get_element_text(names, (size_t)name) ?: "?");
		frame[kept] = stacks_function_of(text[kept]);
		kept++;
	}
	if (bytes > 0 && !point->reader->failed)
		profile_add_stack(stacks, frame, kept, bytes);
	while (kept > 0)
		free(text[--kept]);
}

int profile_read_dhat(
	struct stacks *stacks, const char *path, struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};

	if (value) {
		struct json_at top =
			json_at_top(&reader, value, JSON_KIND_OBJECT);
		struct json_at points =
			json_at_member(&top, "pps", JSON_KIND_ARRAY);
		struct json_at names =
			json_at_member(&top, "ftbl", JSON_KIND_ARRAY);
		size_t count = json_at_length(&points);
		for (size_t i = 0; i < count && !reader.failed; i++) {
			struct json_at point =
				json_at_element(&points, i, JSON_KIND_OBJECT);
			stacks_add_point(stacks, &names, &point);
		}
		if (reader.failed)
			error_add_context(err, "%s", path);
	}
	json_free(value);
	return value && !reader.failed ? 0 : -1;
}

/* --- perf --------------------------------------------------------------- */

struct perf {
	struct stacks *stacks;
	char *name[DEPTH_MAX];
	size_t count;
};

static void end_sample(struct perf *reading)
{
	if (reading->count > 0)
		profile_add_stack(reading->stacks,
			(const char *const *)reading->name, reading->count, 1);
	while (reading->count > 0)
		free(reading->name[--reading->count]);
}

/* "\t  7f8e00bc scan+0x12 (/usr/bin/x)", between a line for the sample and an
 * empty one. */
static void read_perf(void *context, char *line)
{
	struct perf *reading = context;
	char *name, *end;

	line[strcspn(line, "\n")] = '\0';
	if (*line != '\t' && *line != ' ') {
		end_sample(reading);
		return;
	}
	name = line + strspn(line, "\t ");
	name += strcspn(name, " ");
	name += strspn(name, " ");
	end = strrchr(name, '(');
	while (end && end > name && end[-1] == ' ')
		*--end = '\0';
	end = strrchr(name, '+');
	if (end && strncmp(end, "+0x", 3) == 0)
		*end = '\0';
	if (reading->count < DEPTH_MAX)
		reading->name[reading->count++] = memory_string_dup(name);
}

int profile_read_perf(
	struct stacks *stacks, const char *path, struct error *err)
{
	struct perf reading = {.stacks = stacks};
	int result = each_line(path, &reading, read_perf, err);

	end_sample(&reading);
	return result;
}

/* --- all ---------------------------------------------------------------- */

int profile_read_stacks(const struct profile_run *run, enum profile_side side,
	struct stacks *stacks, struct error *err)
{
	static int (*const readers[])(struct stacks * stacks, const char *path,
		struct error *err) = {profile_read_callgrind,
		profile_read_massif, profile_read_dhat, profile_read_perf};
	char *path = run->kind == PROFILE_CALLGRIND
			     ? memory_format("%s/callgrind.stacks.%s", run->out,
				       profile_side_names[side])
			     : profile_file_dup(run, side);
	int result = readers[run->kind](stacks, path, err);

	if (run->kind == PROFILE_CALLGRIND)
		unlink(path);
	stacks_sort(stacks);
	free(path);
	return result;
}
