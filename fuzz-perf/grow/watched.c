/* SPDX-License-Identifier: MIT
 * Where the agent counts how often lines run: breakpoints on the instructions that begin
 * them. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "fuzz-perf/grow/agent.h"
#include "lib/error.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define WATCHED_OF_LINE 16 /* instructions of one line */

/* A line of one object, for what is counted in the bit ONE. */
struct watched_line {
	const char *object, *file;
	unsigned line, column; /* 0: any */
	uint64_t one;
};

/* Writes a point for LINE at each of CODE's COUNT lines of the source that are in that column;
 * at all of them if IS_ANYWHERE. Returns how many. */
static size_t watched_write_points(const struct grow_code *code,
	const struct watched_line *line, Dwfl_Line **found, size_t count,
	bool is_anywhere, FILE *out)
{
	size_t written = 0;

	for (size_t i = 0; i < count && written < WATCHED_OF_LINE; i++) {
		Dwarf_Addr bias, address;
		Dwarf_Line *own = dwfl_dwarf_line(found[i], &bias);
		int number = 0, column = 0;
		bool begins = false;
		const uint8_t *byte;
		size_t left;
		if (!own || dwarf_lineno(own, &number) != 0 ||
			dwarf_linecol(own, &column) != 0 ||
			dwarf_linebeginstatement(own, &begins) != 0 ||
			dwarf_lineaddr(own, &address) != 0)
			continue;
		byte = grow_code_bytes(
			code, address + bias - code->bias, &left);
		if (!begins || !byte || number != (int)line->line ||
			(!is_anywhere && column != (int)line->column))
			continue;
		fprintf(out, "%" PRIx64 " %" PRIx64 " %x %s\n", line->one,
			(uint64_t)(address + bias - code->bias), *byte,
			code->path);
		written++;
	}
	return written;
}

static void watched_write_line(const struct grow_code *code,
	const struct watched_line *line, FILE *out)
{
	Dwfl_Line **found = NULL;
	size_t count = 0;

	if (dwfl_module_getsrc_file(code->module, words_base_name(line->file),
		    (int)line->line, 0, &found, &count) != 0)
		return;
	if (watched_write_points(code, line, found, count, false, out) == 0)
		watched_write_points(code, line, found, count, true, out);
	free(found);
}

/* "ONE LINE COLUMN FILE<tab>OBJECT". */
static bool watched_read(char *text, struct watched_line *line)
{
	char *rest = text, *one = strsep(&rest, " "),
	     *number = strsep(&rest, " "), *column = strsep(&rest, " "),
	     *file = strsep(&rest, "\t");

	if (!rest)
		return false;
	rest[strcspn(rest, "\n")] = '\0';
	*line = (struct watched_line){.object = rest,
		.file = file,
		.line = (unsigned)strtoul(number, NULL, 10),
		.column = (unsigned)strtoul(column, NULL, 10),
		.one = strtoull(one, NULL, 16)};
	return true;
}

int grow_watched_write(const struct grow_knobs *knobs, const char *directory,
	struct error *err)
{
	char *lines = memory_format("%s/lines", directory);
	char *path = memory_format("%s/" GROW_WATCH_LINES, directory);
	FILE *in = fopen(lines, "re");
	struct grow_code other = {0};
	struct whole_file file = {.out = NULL};
	char *text = NULL;
	size_t size = 0;
	int result = in ? whole_file_open(&file, path, err)
			: error_set_errno(err, "%s", lines);

	while (result == 0 && getline(&text, &size, in) > 0) {
		struct watched_line line;
		struct error ignored = {{0}};
		char *real;
		if (!watched_read(text, &line))
			continue;
		real = realpath(line.object, NULL);
		if (real && strcmp(real, knobs->code.path) == 0) {
			watched_write_line(&knobs->code, &line, file.out);
		} else if (real) {
			if (!other.path || strcmp(other.path, real) != 0) {
				grow_code_release(&other);
				grow_code_open(&other, real, &ignored);
			}
			if (other.module)
				watched_write_line(&other, &line, file.out);
		}
		free(real);
	}
	if (in) {
		fclose(in);
		result = whole_file_close(&file, result, err);
	}
	grow_code_release(&other);
	free(text);
	free(path);
	free(lines);
	return result;
}
