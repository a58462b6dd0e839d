/* SPDX-License-Identifier: MIT
 * Reads a table of spectra; whatever is damaged is refused, not believed. */
#include "config.h"

#include "analyzer/spectra/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/memory.h"

#define TABLE_BYTES_MAX (1ull << 32)
#define NO_FUNCTION	SIZE_MAX

/*--- the file ---*/

static int spectra_read_bytes(
	struct spectra_table *table, FILE *in, struct error *err)
{
	struct stat status;

	if (fstat(fileno(in), &status) != 0 || !S_ISREG(status.st_mode))
		return error_set(err, "%s is not a file", table->path);
	if ((uint64_t)status.st_size < sizeof(struct spectra_header) ||
		(uint64_t)status.st_size > TABLE_BYTES_MAX)
		return error_set(err,
			"%s is not a table of spectra: its size "
			"is wrong",
			table->path);
	table->size = (size_t)status.st_size;
	table->bytes = memory_alloc(table->size);
	if (fread(table->bytes, 1, table->size, in) != table->size)
		return error_set_errno(err, "cannot read %s", table->path);
	return 0;
}

static bool is_area(const struct spectra_table *table, uint64_t start,
	uint64_t count, uint64_t bytes)
{
	return start <= table->size && start % 8 == 0 &&
	       count <= (table->size - start) / bytes;
}

static int spectra_check_header(struct spectra_table *table, struct error *err)
{
	const struct spectra_header *header = table->header;
	uint64_t entities = header->entity_count;

	if (memcmp(header->magic, SPECTRA_TABLE_MAGIC, 8) != 0)
		return error_set(
			err, "%s is not a table of spectra", table->path);
	if (header->version != sizeof *header ||
		header->entity_bytes != sizeof(struct spectra_entity))
		return error_set(err,
			"%s was made by another version of retread",
			table->path);
	if (header->watched_count + SPECTRA_NAMED != entities ||
		!is_area(table, header->test_area, entities,
			sizeof(struct spectra_entity)) ||
		!is_area(table, header->total_area, entities,
			sizeof(struct spectra_entity)) ||
		!is_area(table, header->test_bitmap_area, header->bitmap_words,
			8) ||
		!is_area(table, header->total_bitmap_area, header->bitmap_words,
			8) ||
		!is_area(table, header->total_edge_area, SPECTRA_EDGES, 1) ||
		!is_area(table, header->test_edge_area, SPECTRA_EDGES, 1) ||
		!is_area(table, header->name_area, SPECTRA_NAMED,
			sizeof(struct spectra_name)) ||
		!is_area(table, header->watch_area, header->watch_bytes, 1))
		return error_set(err, "%s is damaged", table->path);
	return 0;
}

/*--- the watch list in it ---*/

struct spectra_reader {
	struct spectra_table *table;
	char *next; /* of the line */
	bool failed;
};

static char *spectra_next_word(struct spectra_reader *reader)
{
	char *word = reader->next + strspn(reader->next, " ");
	size_t length = strcspn(word, " ");

	if (length == 0) {
		reader->failed = true;
		return word;
	}
	reader->next = word + length;
	if (*reader->next != '\0')
		*reader->next++ = '\0';
	return word;
}

static uint64_t spectra_next_number(struct spectra_reader *reader, int base)
{
	const char *word = spectra_next_word(reader);
	char *end;
	uint64_t number = strtoull(word, &end, base);

	reader->failed |= end == word || *end != '\0';
	return number;
}

/* "FILE:LINE" */
static void next_place(
	struct spectra_reader *reader, const char **file, unsigned *line)
{
	const char *word = spectra_next_word(reader);
	char *end;
	size_t index = strtoul(word, &end, 10);

	*file = index < reader->table->file_count ? reader->table->file[index]
						  : "?";
	*line = *end == ':' ? (unsigned)strtoul(end + 1, NULL, 10) : 0;
}

static struct table_entity *add_entity(
	struct spectra_reader *reader, enum table_kind kind)
{
	struct spectra_table *table = reader->table;
	uint64_t id = spectra_next_number(reader, 10);
	struct table_entity *entity;

	if (id != table->entity_count || id >= table->header->watched_count) {
		reader->failed = true;
		id = 0;
	} else {
		table->entity_count++;
	}
	entity = &table->entity[id];
	entity->kind = kind;
	return entity;
}

static const char *function_name(struct spectra_reader *reader)
{
	const char *word = spectra_next_word(reader);
	size_t id = strtoul(word, NULL, 10);

	return *word != '-' && id < reader->table->entity_count
		       ? reader->table->entity[id].name
		       : NULL;
}

static void spectra_read_function(struct spectra_reader *reader)
{
	struct table_entity *entity = add_entity(reader, TABLE_FUNCTION);

	spectra_next_word(reader);
	spectra_next_word(reader);
	entity->is_hidden =
		strcmp(spectra_next_word(reader), "constructor") == 0;
	next_place(reader, &entity->file, &entity->line);
	entity->name = memory_string_dup(reader->next);
}

static void spectra_read_object(
	struct spectra_reader *reader, enum table_kind kind)
{
	struct table_entity *entity = add_entity(reader, kind);
	const char *width;

	entity->function = function_name(reader);
	spectra_next_word(reader);
	spectra_next_word(reader);
	entity->element = spectra_next_number(reader, 10);
	entity->count = spectra_next_number(reader, 10);
	spectra_next_word(reader);
	width = spectra_next_word(reader);
	/* Of a stream it is the number of elements that counts. */
	entity->number = kind == TABLE_STREAM ? 'u' : *width;
	entity->bits = (unsigned)strtoul(width + 1, NULL, 10);
	entity->fraction = (unsigned)spectra_next_number(reader, 10);
	spectra_next_word(reader);
	spectra_next_word(reader);
	next_place(reader, &entity->file, &entity->line);
	spectra_next_word(reader);
	entity->name = memory_string_dup(spectra_next_word(reader));
	entity->type = memory_string_dup(reader->next);
}

static void spectra_read_loop(struct spectra_reader *reader)
{
	struct table_entity *entity = add_entity(reader, TABLE_LOOP);

	entity->function = function_name(reader);
	for (int i = 0; i < 4; i++)
		spectra_next_word(reader);
	entity->factor = (unsigned)spectra_next_number(reader, 10);
	next_place(reader, &entity->file, &entity->line);
	entity->name = memory_string_dup(reader->next);
	entity->number = 'u';
}

static void spectra_read_boundary(struct spectra_reader *reader)
{
	uint64_t id = spectra_next_number(reader, 10);
	struct table_boundary boundary = {0};
	struct table_entity *entity;

	if (reader->failed || id >= reader->table->entity_count) {
		reader->failed = true;
		return;
	}
	entity = &reader->table->entity[id];
	boundary.what = memory_string_dup(spectra_next_word(reader));
	boundary.a = spectra_next_number(reader, 10);
	boundary.b = spectra_next_number(reader, 10);
	next_place(reader, &boundary.file, &boundary.line);
	boundary.text = memory_string_dup(reader->next);
	entity->boundary = memory_resize(entity->boundary,
		entity->boundary_count + 1, sizeof *entity->boundary);
	entity->boundary[entity->boundary_count++] = boundary;
}

static void spectra_read_file(struct spectra_reader *reader)
{
	struct spectra_table *table = reader->table;

	reader->failed |= spectra_next_number(reader, 10) != table->file_count;
	table->file = memory_resize(
		table->file, table->file_count + 1, sizeof *table->file);
	table->file[table->file_count++] = memory_string_dup(reader->next);
}

static void spectra_read_note(
	struct spectra_reader *reader, struct table_note **notes, size_t *count)
{
	struct table_note *note;

	*notes = memory_resize(*notes, *count + 1, sizeof **notes);
	note = &(*notes)[(*count)++];
	next_place(reader, &note->file, &note->line);
	note->text = memory_string_dup(reader->next);
}

static void read_warning(struct spectra_table *table, const char *text)
{
	table->warning = memory_resize(table->warning, table->warning_count + 1,
		sizeof *table->warning);
	table->warning[table->warning_count++] = memory_string_dup(text);
}

static void spectra_read_line(struct spectra_reader *reader)
{
	static const char *const objects[] = {
		"scalar", "array", "pointer", "stream", NULL};
	struct spectra_table *table = reader->table;
	const char *word = spectra_next_word(reader);

	for (int i = 0; objects[i]; i++)
		if (strcmp(word, objects[i]) == 0) {
			spectra_read_object(
				reader, (enum table_kind)(TABLE_SCALAR + i));
			return;
		}
	if (strcmp(word, "module") == 0) {
		spectra_next_word(reader);
		spectra_next_word(reader);
		free(table->module);
		table->module = memory_string_dup(reader->next);
	} else if (strcmp(word, "top") == 0) {
		free(table->top);
		table->top = memory_string_dup(reader->next);
	} else if (strcmp(word, "file") == 0) {
		spectra_read_file(reader);
	} else if (strcmp(word, "function") == 0) {
		spectra_read_function(reader);
	} else if (strcmp(word, "loop") == 0) {
		spectra_read_loop(reader);
	} else if (strcmp(word, "boundary") == 0) {
		spectra_read_boundary(reader);
	} else if (strcmp(word, "warning") == 0) {
		read_warning(table, reader->next);
	} else if (strcmp(word, "unknown") == 0) {
		spectra_read_note(
			reader, &table->unknown, &table->unknown_count);
	} else if (strcmp(word, "ignored") == 0) {
		spectra_read_note(
			reader, &table->ignored, &table->ignored_count);
	}
}

static int read_watch(struct spectra_table *table, struct error *err)
{
	const struct spectra_header *header = table->header;
	char *text = memory_string_dup_length(
		table->bytes + header->watch_area, header->watch_bytes);
	struct spectra_reader reader = {.table = table};
	unsigned number = 0;
	char *line = text;

	/* The first line is the version, which the tool has checked. */
	while (*line != '\0' && !reader.failed) {
		char *end = strchr(line, '\n');
		if (end)
			*end = '\0';
		reader.next = line;
		if (number++ > 0 && *line != '\0')
			spectra_read_line(&reader);
		line = end ? end + 1 : line + strlen(line);
	}
	free(text);
	if (reader.failed || table->entity_count != header->watched_count)
		return error_set(err,
			"%s is damaged: line %u of the watch list in it",
			table->path, number);
	return 0;
}

/*--- what was seen ---*/

static bool spectra_is_less(
	const struct table_entity *entity, uint64_t a, uint64_t b)
{
	if (entity->number == 'f') {
		double x, y;
		memcpy(&x, &a, sizeof x);
		memcpy(&y, &b, sizeof y);
		return x < y;
	}
	return entity->number == 'u' && entity->element == 8 &&
			       entity->bits == 64
		       ? a < b
		       : (int64_t)a < (int64_t)b;
}

/* Adds what a test saw that did not come to its end. */
static void add_test(
	struct table_entity *entity, const struct spectra_entity *test)
{
	struct spectra_entity *seen = &entity->seen;

	if (test->hits != 0) {
		if (seen->hits == 0 ||
			spectra_is_less(entity, test->min, seen->min))
			seen->min = test->min;
		if (seen->hits == 0 ||
			spectra_is_less(entity, seen->max, test->max))
			seen->max = test->max;
	}
	if (test->accesses != 0) {
		if (seen->accesses == 0 || test->offset_min < seen->offset_min)
			seen->offset_min = test->offset_min;
		if (seen->accesses == 0 || test->offset_max > seen->offset_max)
			seen->offset_max = test->offset_max;
	}
	if (seen->outside == 0)
		seen->first_outside_pc = test->first_outside_pc;
	for (int i = 0; i < SPECTRA_LENGTHS; i++)
		seen->length[i] += test->length[i];
	if (test->stack_bytes > seen->stack_bytes)
		seen->stack_bytes = test->stack_bytes;
	seen->hits += test->hits;
	seen->accesses += test->accesses;
	seen->outside += test->outside;
	seen->rewrites += test->rewrites;
	seen->residues |= test->residues;
	seen->empty_reads += test->empty_reads;
	seen->writes += test->writes;
}

/* The same order and sizes as the tool gives them. */
static void spectra_assign_bitmaps(struct spectra_table *table, uint64_t *words)
{
	uint64_t used = 0;

	for (size_t i = 0; i < table->entity_count; i++) {
		struct table_entity *entity = &table->entity[i];
		bool is_named = entity->kind == TABLE_ARGUMENT ||
				entity->kind == TABLE_REGION ||
				(entity->kind == TABLE_STREAM && !entity->type);
		uint64_t bits = 65536;
		if (!is_named && entity->kind != TABLE_ARRAY &&
			entity->kind != TABLE_POINTER)
			continue;
		if (!is_named && entity->count != 0)
			bits = entity->count;
		if (bits > SPECTRA_BITMAP_LIMIT)
			bits = SPECTRA_BITMAP_LIMIT;
		if (used + 2 * ((bits + 63) / 64) > table->header->bitmap_words)
			return;
		entity->bitmap = words + used;
		entity->bitmap_bits = bits;
		used += 2 * ((bits + 63) / 64);
	}
}

static void find_seen(struct spectra_table *table, bool last)
{
	const struct spectra_header *header = table->header;
	const struct spectra_entity *test =
		(const struct spectra_entity *)(table->bytes +
						header->test_area);
	const struct spectra_entity *total =
		(const struct spectra_entity *)(table->bytes +
						header->total_area);
	uint64_t *words =
		(uint64_t *)(table->bytes + header->total_bitmap_area);
	const uint64_t *test_words =
		(const uint64_t *)(table->bytes + header->test_bitmap_area);
	const uint8_t *edges =
		(const uint8_t *)table->bytes +
		(last ? header->test_edge_area : header->total_edge_area);

	for (size_t i = 0; i < table->entity_count; i++) {
		table->entity[i].seen = last ? test[i] : total[i];
		if (!last && header->in_test)
			add_test(&table->entity[i], &test[i]);
	}
	for (uint64_t i = 0; i < header->bitmap_words; i++)
		words[i] = (last ? 0 : words[i]) |
			   (last || header->in_test ? test_words[i] : 0);
	spectra_assign_bitmaps(table, words);
	for (unsigned i = 0; i < SPECTRA_EDGES; i++)
		table->edges += edges[i] != 0;
}

/* Entities that the program named. */
static void spectra_add_named(struct spectra_table *table)
{
	const struct spectra_name *name =
		(const struct spectra_name *)(table->bytes +
					      table->header->name_area);

	for (int i = 0; i < SPECTRA_NAMED; i++) {
		struct table_entity *entity =
			&table->entity[table->entity_count++];
		entity->name = memory_string_dup_length(name[i].text,
			strnlen(name[i].text, SPECTRA_NAME_BYTES));
		entity->is_hidden = name[i].text[0] == '\0';
		entity->kind =
			name[i].kind == SPECTRA_NAMED_REGION   ? TABLE_REGION
			: name[i].kind == SPECTRA_NAMED_STREAM ? TABLE_STREAM
							       : TABLE_ARGUMENT;
		entity->number = name[i].is_signed ? 's' : 'u';
		entity->bits = 64;
		entity->file = "";
	}
}

int spectra_table_read(struct spectra_table *table, const char *path, bool last,
	struct error *err)
{
	FILE *in = fopen(path, "re");
	int result;

	memset(table, 0, sizeof *table);
	table->path = memory_string_dup(path);
	if (!in)
		return error_set_errno(err, "%s", path);
	result = spectra_read_bytes(table, in, err);
	fclose(in);
	if (result != 0)
		return -1;
	table->header = (struct spectra_header *)table->bytes;
	if (spectra_check_header(table, err) != 0)
		return -1;
	table->entity = memory_alloc_zero(
		table->header->entity_count, sizeof *table->entity);
	if (read_watch(table, err) != 0)
		return -1;
	spectra_add_named(table);
	find_seen(table, last);
	spectra_table_judge(table);
	return 0;
}

static void spectra_release_notes(struct table_note *note, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(note[i].text);
	free(note);
}

void spectra_table_release(struct spectra_table *table)
{
	for (size_t i = 0; i < table->entity_count; i++) {
		struct table_entity *entity = &table->entity[i];
		for (size_t j = 0; j < entity->boundary_count; j++) {
			free(entity->boundary[j].what);
			free(entity->boundary[j].text);
			free(entity->boundary[j].finding);
		}
		free(entity->boundary);
		free(entity->name);
		free(entity->type);
	}
	for (size_t i = 0; i < table->file_count; i++)
		free(table->file[i]);
	for (size_t i = 0; i < table->warning_count; i++)
		free(table->warning[i]);
	spectra_release_notes(table->unknown, table->unknown_count);
	spectra_release_notes(table->ignored, table->ignored_count);
	free(table->warning);
	free(table->file);
	free(table->entity);
	free(table->module);
	free(table->top);
	free(table->path);
	free(table->bytes);
}

/*--- measures ---*/

static unsigned spectra_length_of(uint64_t value)
{
	return value == 0 ? 0 : 64 - (unsigned)__builtin_clzll(value);
}

/* Two's complement, with the sign. */
static unsigned signed_length(uint64_t value)
{
	return spectra_length_of((int64_t)value < 0 ? ~value : value) + 1;
}

unsigned table_bits_used(const struct table_entity *entity)
{
	unsigned low, high;

	if (entity->seen.hits == 0 || entity->number == 'f' ||
		entity->number == 'o')
		return 0;
	if (entity->number == 'u' &&
		((int64_t)entity->seen.min >= 0 || entity->bits == 64)) {
		high = spectra_length_of(entity->seen.max);
		return high > 0 ? high : 1;
	}
	low = signed_length(entity->seen.min);
	high = signed_length(entity->seen.max);
	return low > high ? low : high;
}
