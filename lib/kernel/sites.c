/* SPDX-License-Identifier: MIT
 * Reads and writes sites of a kernel. */
#include "config.h"

#include "lib/kernel/sites.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#define MAGIC "hls-sites 1"
/* A hardware word has no more bits that this can tell of. */
#define BITS_MAX 1024

static const char *const kinds[] = {"for", "while", "do", NULL};

struct sites_reader {
	struct kernel_sites *sites;
	const char *path;
	unsigned number; /* of the line */
	unsigned file;	 /* that places are in */
	char *next;	 /* of the line, after the words read */
	struct error *err;
};

void sites_init(struct kernel_sites *sites)
{
	memset(sites, 0, sizeof *sites);
}

static void sites_release_notes(struct sites_note *note, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(note[i].text);
	free(note);
}

void sites_release(struct kernel_sites *sites)
{
	for (size_t i = 0; i < sites->file_count; i++)
		free(sites->file[i]);
	for (size_t i = 0; i < sites->type_count; i++)
		free(sites->type[i].name);
	for (size_t i = 0; i < sites->function_count; i++)
		free(sites->function[i].name);
	for (size_t i = 0; i < sites->loop_count; i++) {
		free(sites->loop[i].name);
		free(sites->loop[i].function);
	}
	for (size_t i = 0; i < sites->boundary_count; i++) {
		free(sites->boundary[i].what);
		free(sites->boundary[i].target);
		free(sites->boundary[i].text);
	}
	sites_release_notes(sites->unknown, sites->unknown_count);
	sites_release_notes(sites->ignored, sites->ignored_count);
	free(sites->source);
	free(sites->top);
	free(sites->file);
	free(sites->type);
	free(sites->function);
	free(sites->loop);
	free(sites->boundary);
	sites_init(sites);
}

/*--- adding ---*/

unsigned sites_file(struct kernel_sites *sites, const char *path)
{
	for (size_t i = 0; i < sites->file_count; i++)
		if (strcmp(sites->file[i], path) == 0)
			return (unsigned)i;
	sites->file = memory_resize(
		sites->file, sites->file_count + 1, sizeof *sites->file);
	sites->file[sites->file_count] = memory_string_dup(path);
	return (unsigned)sites->file_count++;
}

/* The new last element of ARRAY, zeroed. */
#define ADD(array, count, capacity)                                            \
	(array = memory_grow(array, &capacity, count + 1, sizeof *array),      \
		memset(&array[count], 0, sizeof *array), &array[count++])

struct sites_type *sites_add_type(struct kernel_sites *sites)
{
	return ADD(sites->type, sites->type_count, sites->type_capacity);
}

struct sites_function *sites_add_function(struct kernel_sites *sites)
{
	return ADD(sites->function, sites->function_count,
		sites->function_capacity);
}

struct sites_loop *sites_add_loop(struct kernel_sites *sites)
{
	return ADD(sites->loop, sites->loop_count, sites->loop_capacity);
}

struct sites_boundary *sites_add_boundary(struct kernel_sites *sites)
{
	return ADD(sites->boundary, sites->boundary_count,
		sites->boundary_capacity);
}

struct sites_note *sites_add_unknown(struct kernel_sites *sites)
{
	return ADD(
		sites->unknown, sites->unknown_count, sites->unknown_capacity);
}

struct sites_note *sites_add_ignored(struct kernel_sites *sites)
{
	return ADD(
		sites->ignored, sites->ignored_count, sites->ignored_capacity);
}

char *sites_target_dup(
	const char *spectrum, const char *name, const char *function)
{
	return memory_format("%s:%s%s%s", spectrum, name, function ? "@" : "",
		function ? function : "");
}

/*--- words ---*/

/* The next word of the line; NULL at its end. */
static char *sites_next_word(struct sites_reader *reader)
{
	char *word = reader->next + strspn(reader->next, " \t");
	size_t length = strcspn(word, " \t");

	if (length == 0)
		return NULL;
	reader->next = word + length;
	if (*reader->next != '\0')
		*reader->next++ = '\0';
	return word;
}

static int sites_refuse(struct sites_reader *reader, const char *why)
{
	return error_set(
		reader->err, "%s:%u: %s", reader->path, reader->number, why);
}

static int read_name(struct sites_reader *reader, char **name)
{
	const char *word = sites_next_word(reader);

	if (!word)
		return sites_refuse(reader, "a name is missing");
	*name = memory_string_dup(word);
	return 0;
}

static int sites_read_number(
	struct sites_reader *reader, uint64_t max, uint64_t *number)
{
	const char *word = sites_next_word(reader);
	char *end = NULL;

	if (word && *word >= '0' && *word <= '9')
		*number = strtoull(word, &end, 10);
	if (!end || *end != '\0')
		return sites_refuse(reader, "here should be a number");
	if (*number > max)
		return sites_refuse(reader, "that number is too large");
	return 0;
}

/* "LINE" or "LINE:COLUMN", ending at a dash or the end. */
static const char *parse_place(const struct sites_reader *reader,
	const char *text, struct source_place *place)
{
	char *end;

	place->file = reader->file;
	if (*text < '0' || *text > '9')
		return NULL;
	place->line = (unsigned)strtoul(text, &end, 10);
	if (*end == ':')
		place->column = (unsigned)strtoul(end + 1, &end, 10);
	return end;
}

static int read_place(struct sites_reader *reader, struct source_place *place)
{
	const char *word = sites_next_word(reader);
	const char *end = word ? parse_place(reader, word, place) : NULL;

	if (!end || *end != '\0')
		return sites_refuse(
			reader, "here should be LINE or LINE:COLUMN");
	return 0;
}

/* "FIRST-LAST" */
static int parse_range(struct sites_reader *reader, const char *word,
	struct source_place *first, struct source_place *last)
{
	const char *end = word ? parse_place(reader, word, first) : NULL;

	if (end && *end == '-')
		end = parse_place(reader, end + 1, last);
	else if (end)
		*last = *first;
	if (!end || *end != '\0')
		return sites_refuse(
			reader, "here should be FIRST-LAST, two lines");
	if (last->line < first->line)
		return sites_refuse(
			reader, "the last line is before the first");
	return 0;
}

static char *rest_of(const struct sites_reader *reader)
{
	return memory_string_dup(reader->next + strspn(reader->next, " \t"));
}

/*--- kinds of lines ---*/

static int read_source(struct sites_reader *reader)
{
	free(reader->sites->source);
	reader->sites->source = rest_of(reader);
	reader->file = sites_file(reader->sites, reader->sites->source);
	return 0;
}

static int sites_read_file(struct sites_reader *reader)
{
	char *path = rest_of(reader);

	reader->file = sites_file(reader->sites, path);
	free(path);
	return 0;
}

static int read_top(struct sites_reader *reader)
{
	free(reader->sites->top);
	reader->sites->top = NULL;
	return read_name(reader, &reader->sites->top);
}

/* type u BITS FRACTION NAME: names of templates have blanks in them. */
static int sites_read_type(struct sites_reader *reader)
{
	struct sites_type *type = sites_add_type(reader->sites);
	const char *sign = sites_next_word(reader);
	uint64_t bits = 0, fraction = 0;

	if (!sign || (strcmp(sign, "u") != 0 && strcmp(sign, "s") != 0))
		return sites_refuse(
			reader, "a type is u (unsigned) or s (signed)");
	if (sites_read_number(reader, BITS_MAX, &bits) < 0 ||
		sites_read_number(reader, BITS_MAX, &fraction) < 0)
		return -1;
	if (bits == 0)
		return sites_refuse(reader, "a type has at least one bit");
	type->is_signed = *sign == 's';
	type->bits = (unsigned)bits;
	type->fraction = (unsigned)fraction;
	type->name = rest_of(reader);
	if (type->name[0] == '\0')
		return sites_refuse(reader, "the type's name is missing");
	return 0;
}

static int sites_read_function(struct sites_reader *reader)
{
	struct sites_function *function = sites_add_function(reader->sites);
	const char *word;

	if (read_name(reader, &function->name) < 0 ||
		read_place(reader, &function->place) < 0)
		return -1;
	word = sites_next_word(reader);
	function->is_recursive = word;
	if (word && strcmp(word, "recursive") != 0)
		return sites_refuse(reader,
			"after a function's line can only be "
			"\"recursive\"");
	return 0;
}

static int read_loop_property(
	struct sites_reader *reader, struct sites_loop *loop, const char *word)
{
	if (strncmp(word, "body=", 5) == 0)
		return parse_range(
			reader, word + 5, &loop->body, &loop->body_end);
	if (strncmp(word, "unroll=", 7) == 0) {
		loop->factor = (unsigned)strtoul(word + 7, NULL, 10);
		return 0;
	}
	for (int i = 0; kinds[i]; i++)
		if (strcmp(word, kinds[i]) == 0) {
			loop->kind = (enum source_loop_kind)i;
			return 0;
		}
	return sites_refuse(reader,
		"a loop's properties are for, while, do, body=FIRST-LAST "
		"and unroll=FACTOR");
}

static int sites_read_loop(struct sites_reader *reader)
{
	struct sites_loop *loop = sites_add_loop(reader->sites);
	const char *word;

	if (read_name(reader, &loop->name) < 0 ||
		read_name(reader, &loop->function) < 0 ||
		parse_range(reader, sites_next_word(reader), &loop->start,
			&loop->end) < 0)
		return -1;
	while ((word = sites_next_word(reader)))
		if (read_loop_property(reader, loop, word) < 0)
			return -1;
	if (loop->body.line == 0)
		return sites_refuse(reader, "body=FIRST-LAST is missing");
	return 0;
}

static int sites_read_boundary(struct sites_reader *reader)
{
	struct sites_boundary *boundary = sites_add_boundary(reader->sites);

	if (read_name(reader, &boundary->what) < 0 ||
		read_name(reader, &boundary->target) < 0 ||
		sites_read_number(reader, UINT64_MAX, &boundary->a) < 0 ||
		sites_read_number(reader, UINT64_MAX, &boundary->b) < 0 ||
		read_place(reader, &boundary->place) < 0)
		return -1;
	boundary->text = rest_of(reader);
	if (!strchr(boundary->target, ':'))
		return sites_refuse(reader,
			"a boundary is of SPECTRUM:NAME@FUNCTION, as in "
			"value:sum@accumulate");
	return 0;
}

static int sites_read_note(struct sites_reader *reader, struct sites_note *note)
{
	if (read_place(reader, &note->place) < 0)
		return -1;
	note->text = rest_of(reader);
	return 0;
}

static int read_unknown(struct sites_reader *reader)
{
	return sites_read_note(reader, sites_add_unknown(reader->sites));
}

static int read_ignored(struct sites_reader *reader)
{
	return sites_read_note(reader, sites_add_ignored(reader->sites));
}

static const struct {
	const char *word;
	int (*read)(struct sites_reader *reader);
} lines[] = {
	{"source", read_source},
	{"file", sites_read_file},
	{"top", read_top},
	{"type", sites_read_type},
	{"function", sites_read_function},
	{"loop", sites_read_loop},
	{"boundary", sites_read_boundary},
	{"unknown", read_unknown},
	{"ignored", read_ignored},
};

static int sites_read_line(struct sites_reader *reader, char *line)
{
	const char *word;

	line[strcspn(line, "\r\n")] = '\0';
	reader->next = line;
	word = sites_next_word(reader);
	if (!word || *word == '#')
		return 0;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (strcmp(lines[i].word, word) == 0)
			return lines[i].read(reader);
	return error_set(reader->err, "%s:%u: there is no line \"%.40s\"",
		reader->path, reader->number, word);
}

/* Whether what was read is enough to go on with. */
static int sites_check(
	const struct kernel_sites *sites, const char *path, struct error *err)
{
	if (!sites->source)
		return error_set(err, "%s: no line says the source", path);
	if (sites->function_count == 0)
		return error_set(
			err, "%s: it names no function of the kernel", path);
	return 0;
}

int sites_read(struct kernel_sites *sites, const char *path, struct error *err)
{
	struct sites_reader reader = {.sites = sites, .path = path, .err = err};
	char *line = NULL;
	size_t capacity = 0;
	int result = -1;
	FILE *in = fopen(path, "re");

	if (!in)
		return error_set_errno(err, "%s", path);
	while (getline(&line, &capacity, in) >= 0) {
		if (++reader.number == 1 &&
			strncmp(line, MAGIC, strlen(MAGIC)) != 0) {
			error_set(err,
				"%s:1: this is not a sites file: it does "
				"not begin with \"" MAGIC "\"",
				path);
			goto out;
		}
		if (reader.number > 1 && sites_read_line(&reader, line) < 0)
			goto out;
	}
	if (ferror(in))
		error_set_errno(err, "cannot read %s", path);
	else if (reader.number == 0)
		error_set(err, "%s: it is empty", path);
	else
		result = sites_check(sites, path, err);
out:
	free(line);
	fclose(in);
	return result;
}

/*--- writing ---*/

/* Says in which file the places that follow are. */
static void sites_print_file(const struct kernel_sites *sites, unsigned *file,
	unsigned wanted, FILE *out)
{
	if (*file != wanted)
		fprintf(out, "file %s\n", sites->file[wanted]);
	*file = wanted;
}

static void sites_print_loop(const struct sites_loop *loop, FILE *out)
{
	fprintf(out, "loop %s %s %u:%u-%u:%u %s body=%u:%u-%u:%u", loop->name,
		loop->function, loop->start.line, loop->start.column,
		loop->end.line, loop->end.column, kinds[loop->kind],
		loop->body.line, loop->body.column, loop->body_end.line,
		loop->body_end.column);
	if (loop->factor != 0)
		fprintf(out, " unroll=%u", loop->factor);
	fputc('\n', out);
}

static void sites_print_notes(const struct kernel_sites *sites, unsigned *file,
	const char *word, const struct sites_note *note, size_t count,
	FILE *out)
{
	for (size_t i = 0; i < count; i++) {
		sites_print_file(sites, file, note[i].place.file, out);
		fprintf(out, "%s %u %s\n", word, note[i].place.line,
			note[i].text);
	}
}

void sites_print(const struct kernel_sites *sites, FILE *out)
{
	unsigned file = 0;

	fprintf(out, MAGIC "\nsource %s\n", sites->source);
	if (sites->top)
		fprintf(out, "top %s\n", sites->top);
	for (size_t i = 0; i < sites->type_count; i++)
		fprintf(out, "type %c %u %u %s\n",
			sites->type[i].is_signed ? 's' : 'u',
			sites->type[i].bits, sites->type[i].fraction,
			sites->type[i].name);
	for (size_t i = 0; i < sites->function_count; i++) {
		const struct sites_function *function = &sites->function[i];
		sites_print_file(sites, &file, function->place.file, out);
		fprintf(out, "function %s %u%s\n", function->name,
			function->place.line,
			function->is_recursive ? " recursive" : "");
	}
	for (size_t i = 0; i < sites->loop_count; i++) {
		sites_print_file(sites, &file, sites->loop[i].start.file, out);
		sites_print_loop(&sites->loop[i], out);
	}
	for (size_t i = 0; i < sites->boundary_count; i++) {
		const struct sites_boundary *boundary = &sites->boundary[i];
		sites_print_file(sites, &file, boundary->place.file, out);
		fprintf(out, "boundary %s %s %" PRIu64 " %" PRIu64 " %u %s\n",
			boundary->what, boundary->target, boundary->a,
			boundary->b, boundary->place.line, boundary->text);
	}
	sites_print_notes(sites, &file, "unknown", sites->unknown,
		sites->unknown_count, out);
	sites_print_notes(sites, &file, "ignored", sites->ignored,
		sites->ignored_count, out);
}
