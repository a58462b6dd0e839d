/* SPDX-License-Identifier: MIT
 * Where the agent counts how often lines run: at the instructions that begin them. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/detours.h"
#include "lib/error.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define WATCHED_OF_LINE	     16 /* instructions of one line */
#define WATCHED_INSTRUCTIONS 64 /* from one of them on, for calls */

/* A line of one object, for what is counted in the bit ONE. */
struct watched_line {
	const char *object, *file;
	unsigned line, column; /* 0: any */
	uint64_t one;
};

/* Whether the instruction at ADDRESS is of LINE. */
static bool watched_is_of_line(const struct grow_code *code, uint64_t address,
	const struct watched_line *line)
{
	Dwfl_Line *own = dwfl_module_getsrc(code->module, address + code->bias);
	int number = 0;

	return own &&
	       dwfl_lineinfo(own, NULL, &number, NULL, NULL, NULL) != NULL &&
	       number == (int)line->line;
}

/* Writes the calls of LINE from ADDRESS on that are by name: the agent knows what some functions
 * read. */
static void watched_write_calls(const struct grow_code *code,
	const struct watched_line *line, uint64_t address, FILE *out)
{
	for (int i = 0; i < WATCHED_INSTRUCTIONS &&
			watched_is_of_line(code, address, line);
		i++) {
		struct decoded is;
		size_t left;
		const uint8_t *bytes = grow_code_bytes(code, address, &left);
		const char *name = NULL;
		if (!bytes || !decode_instruction(bytes, left, &is))
			break;
		if (is.kind == DECODE_CALL || is.kind == DECODE_JUMP)
			name = grow_code_callee(code, address, &is);
		if (name && !strchr(name, ' ')) {
			fprintf(out, "%" PRIx64 " %" PRIx64 " ", line->one,
				address);
			grow_write_hex(out, bytes, is.length);
			fprintf(out, " %s %s %s\n", GROW_WATCH_CALL, name,
				code->path);
		}
		address += is.length;
	}
}

/* "ONES ADDRESS OLD CODE WORDS PATH": of a breakpoint CODE is "-". */
static void watched_write_point(const struct grow_detours *detours,
	uint64_t one, uint64_t address, uint8_t byte, FILE *out)
{
	fprintf(out, "%" PRIx64 " ", one);
	if (!grow_detour_write(detours, address, out))
		fprintf(out, "%" PRIx64 " %02x - -", address, byte);
	fprintf(out, " %s\n", detours->code->path);
}

/* Writes a point for LINE at each of the COUNT lines of the source that are in that column; at all
 * of them if IS_ANYWHERE. Returns how many. */
static size_t watched_write_points(const struct grow_detours *detours,
	const struct watched_line *line, Dwfl_Line **found, size_t count,
	bool is_anywhere, FILE *out)
{
	const struct grow_code *code = detours->code;
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
		address += bias - code->bias;
		watched_write_calls(code, line, address, out);
		watched_write_point(detours, line->one, address, *byte, out);
		written++;
	}
	return written;
}

static void watched_write_line(const struct grow_detours *detours,
	const struct watched_line *line, FILE *out)
{
	Dwfl_Line **found = NULL;
	size_t count = 0;

	if (dwfl_module_getsrc_file(detours->code->module,
		    words_base_name(line->file), (int)line->line, 0, &found,
		    &count) != 0)
		return;
	if (watched_write_points(detours, line, found, count, false, out) == 0)
		watched_write_points(detours, line, found, count, true, out);
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

/* The objects that lines are in: the program, and another one. */
struct watched_objects {
	const struct grow_code *program;
	struct grow_code other;
	struct grow_detours of_program, of_other;
};

/* What is counted in the object PATH; NULL: it has no lines. */
static const struct grow_detours *watched_open_object(
	struct watched_objects *objects, const char *path)
{
	struct error ignored = {{0}};
	char *real = realpath(path, NULL);
	bool is_program = real && strcmp(real, objects->program->path) == 0;
	struct grow_detours *found =
		is_program ? &objects->of_program : &objects->of_other;

	if (is_program && !found->code)
		grow_detours_open(found, objects->program);
	if (real && !is_program &&
		(!objects->other.path ||
			strcmp(objects->other.path, real) != 0)) {
		grow_detours_close(found);
		grow_code_release(&objects->other);
		grow_code_open(&objects->other, real, &ignored);
		grow_detours_open(found, &objects->other);
	}
	free(real);
	return real && found->code->module ? found : NULL;
}

int grow_watched_write(const struct grow_knobs *knobs, const char *directory,
	struct error *err)
{
	char *lines = memory_format("%s/lines", directory);
	char *path = memory_format("%s/" GROW_WATCH_LINES, directory);
	FILE *in = fopen(lines, "re");
	struct watched_objects objects = {.program = &knobs->code};
	struct whole_file file = {.out = NULL};
	char *text = NULL;
	size_t size = 0;
	int result = in ? whole_file_open(&file, path, err)
			: error_set_errno(err, "%s", lines);

	while (result == 0 && getline(&text, &size, in) > 0) {
		struct watched_line line;
		const struct grow_detours *object =
			watched_read(text, &line)
				? watched_open_object(&objects, line.object)
				: NULL;
		if (object)
			watched_write_line(object, &line, file.out);
	}
	if (in) {
		fclose(in);
		result = whole_file_close(&file, result, err);
	}
	grow_detours_close(&objects.of_program);
	grow_detours_close(&objects.of_other);
	grow_code_release(&objects.other);
	free(text);
	free(path);
	free(lines);
	return result;
}
