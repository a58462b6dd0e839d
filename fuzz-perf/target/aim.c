/* SPDX-License-Identifier: MIT
 * From names and lines of the source to the counters that are meant. */
#include "config.h"

#include "fuzz-perf/target/aim.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/target/execute.h"

/* ---- functions ---- */

static size_t count_letters(const char *text)
{
	size_t count = 0;

	while (isalnum((unsigned char)text[count]) || text[count] == '_')
		count++;
	return count;
}

/* Whether LINKAGE stands for NAME, "list::has". Most do not, which is seen
 * without taking them apart: they have not that last part. */
static bool is_scoped_name(const char *linkage, const char *name)
{
	const char *last = name;
	char *full;
	bool is_same;

	for (const char *at = name; (at = strstr(at, "::")); at += 2)
		last = at + 2;
	if (last == name || !demangle_is_mangled(linkage))
		return false;
	if (strncmp(last, "operator", 8) != 0 &&
		!memmem(linkage, strlen(linkage), last, count_letters(last)))
		return false;
	full = demangle_name_dup(linkage, false);
	is_same = full && !strcmp(full, name);
	free(full);
	return is_same;
}

static bool aim_is_function(const struct execute *execute,
	const struct perf_mapped_place *place, const char *name)
{
	const char *function = execute_text(execute, place->function);
	const char *linkage = execute_text(execute, place->linkage);

	/* Of what gcc compiled, the linker's names are all that is known. */
	return !strcmp(function, name) || !strcmp(linkage, name) ||
	       is_scoped_name(*linkage ? linkage : function, name);
}

/* ---- lines ---- */

/* Is PLACE in the file of NAME, "FILE:LINE"? */
static bool is_in_file(const struct execute *execute,
	const struct perf_mapped_place *place, const char *name)
{
	const char *file = execute_text(execute, place->file);
	size_t tail = (size_t)(strrchr(name, ':') - name);
	size_t length = strlen(file);

	return length >= tail && !memcmp(file + length - tail, name, tail) &&
	       (length == tail || file[length - tail - 1] == '/');
}

/* 0: none */
static unsigned long line_of(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? strtoul(colon + 1, NULL, 10) : 0;
}

unsigned long aim_last_line(const char *lines, unsigned long line)
{
	unsigned long found = 0;

	while (*lines) {
		char *end;
		unsigned long first = strtoul(lines, &end, 10), last = first;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (first > line)
			break;
		found = last < line ? last : line;
		lines = *end ? end + 1 : end;
	}
	return found;
}

/* The last line that PLACE's counter counts and that is not after LINE; 0: none. */
static unsigned long last_line(const struct execute *execute,
	const struct perf_mapped_place *place, unsigned long line)
{
	const char *lines = execute_text(execute, place->lines);

	if (*lines)
		return aim_last_line(lines, line);
	return place->line <= line ? place->line : 0;
}

static void mark_line(
	struct execute *execute, const char *name, const bool *of, bool *marked)
{
	const struct perf_mapped_place *place = execute_places(execute);
	uint32_t keys = execute_map(execute)->key_count;
	unsigned long line = line_of(name), best = 0;

	for (uint32_t key = 0; line && key < keys; key++)
		if (of[key] && is_in_file(execute, &place[key], name) &&
			last_line(execute, &place[key], line) > best)
			best = last_line(execute, &place[key], line);
	for (uint32_t key = 0; best && key < keys; key++)
		if (of[key] && is_in_file(execute, &place[key], name) &&
			last_line(execute, &place[key], line) == best)
			marked[key] = true;
}

/* ---- all of them ---- */

static bool aim_is_place(const struct execute *execute,
	const struct perf_mapped_place *place, const char *name)
{
	unsigned long line = line_of(name);

	return aim_is_function(execute, place, name) ||
	       (line && line == place->line &&
		       is_in_file(execute, place, name));
}

/* Counters of places are found, or it is an error. */
static int take_places(struct aim *aim, struct execute *execute,
	const struct aim_names *names, struct error *err)
{
	const struct perf_mapped_place *place = execute_places(execute);
	uint32_t keys = execute_map(execute)->key_count;

	for (size_t i = 0; i < names->place_count; i++) {
		bool is_found = false;
		for (uint32_t key = 0; key < keys; key++)
			if (aim_is_place(execute, &place[key], names->place[i]))
				aim->at_place[key] = is_found = true;
		if (!is_found)
			return error_set(err,
				"--target %s: the target has no counter there; "
				"give a function's name or FILE:LINE",
				names->place[i]);
	}
	return 0;
}

static void aim_count(struct aim *aim, uint32_t keys)
{
	for (uint32_t key = 0; key < keys; key++) {
		aim->place_count += aim->at_place[key];
		aim->line_count += aim->at_line[key];
	}
}

static void aim_tell(const struct aim *aim, const struct aim_names *names,
	const struct log *log)
{
	char *text = memory_string_dup("");

	for (size_t i = 0; i < names->place_count + names->line_count; i++) {
		char *longer = memory_format("%s%s%s", text, i ? ", " : "",
			i < names->place_count
				? names->place[i]
				: names->line[i - names->place_count]);
		free(text);
		text = longer;
	}
	log_info(log, "aims at %s: %zu counters, %zu of them at lines", text,
		aim->place_count, aim->line_count);
	free(text);
	if (names->line_count > 0 && aim->line_count == 0)
		log_warning(log,
			"the target has no counter at --line %s%s; using "
			"all of --target",
			names->line[0],
			names->line_count > 1 ? " and the others" : "");
}

int aim_take(struct aim *aim, struct execute *execute,
	const struct aim_names *names, const struct log *log, struct error *err)
{
	uint32_t keys = execute_map(execute)->key_count;

	*aim = (struct aim){
		.at_place = memory_alloc_zero((size_t)keys + 1, sizeof(bool)),
		.at_line = memory_alloc_zero((size_t)keys + 1, sizeof(bool))};
	if (take_places(aim, execute, names, err))
		return -1;
	for (size_t i = 0; i < names->line_count; i++)
		mark_line(execute, names->line[i], aim->at_place, aim->at_line);
	aim_count(aim, keys);
	if (names->place_count > 0)
		aim_tell(aim, names, log);
	return 0;
}

void aim_release(struct aim *aim)
{
	free(aim->at_place);
	free(aim->at_line);
	aim->at_place = aim->at_line = NULL;
}
