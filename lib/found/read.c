/* SPDX-License-Identifier: MIT
 * Reads findings from folders of texts, one of which has lines `key: value`, and from files
 * of JSON. Nothing in either is believed. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/json.h"
#include "lib/whole_file.h"

#define TEXT_BYTES_MAX (1u << 20)
#define ID_DIGITS      16
#define FNV_START      0xcbf29ce484222325u
#define FNV_PRIME      0x100000001b3u
#define LISTED_MAX     1024 /* causes or releases of a finding */

/*--- the texts of one finding ---*/

/* The first MiB of the text NAME, in ARENA; NULL: it cannot be read. */
static const char *read_text(
	struct arena *arena, const struct found *found, const char *name)
{
	char *path =
		memory_format("%s/%s/%s", found->directory, found->id, name);
	const char *text = NULL;
	uint8_t *bytes;
	size_t length;

	if (whole_file_read(path, TEXT_BYTES_MAX, &bytes, &length, NULL) == 0) {
		text = arena_string(arena, (char *)bytes);
		free(bytes);
	}
	free(path);
	return text;
}

/* Of "llvm-14 output; llvm-16 fine". */
static void split_releases(
	struct arena *arena, struct found *found, const char *line)
{
	struct found_release release[LISTED_MAX];
	size_t count = 0;

	while (*line != '\0' && count < LISTED_MAX) {
		int length = (int)strcspn(line, ";");
		int name = (int)strcspn(line, " ;");
		int class = name + (line[name] == ' ');
		release[count++] = (struct found_release){
			arena_format(arena, "%.*s", name, line),
			arena_format(
				arena, "%.*s", length - class, line + class)};
		line += length;
		line += strspn(line, "; ");
	}
	found->release = arena_copy(arena, release, count * sizeof *release);
	found->release_count = count;
}

static void add_cause(struct arena *arena, struct found *found, const char *key,
	const char *value)
{
	size_t count = found->cause_count;

	if ((count & (count - 1)) == 0) { /* 0, or a power of two: it is full */
		const char **longer =
			arena_alloc_zero(arena, 2 * count + 1, sizeof *longer);
		if (count > 0)
			memcpy(longer, found->cause, count * sizeof *longer);
		found->cause = longer;
	}
	if (count < LISTED_MAX)
		found->cause[found->cause_count++] = value;
	found->each_suffices |= strcmp(key, "cause") == 0;
}

static void take_fact(struct found_list *list, struct found *found,
	const char *key, const char *value)
{
	const struct row *row = found_kinds[list->kind].each->row;

	if (strcmp(key, "cause") == 0 || strcmp(key, "needs") == 0) {
		add_cause(&list->arena, found, key, value);
		return;
	}
	while (row->key && (!found_is_fact(row) || strcmp(row->key, key) != 0))
		row++;
	if (row->key && row->kind == ROW_KIND_TEXT)
		*found_text_at(found, row) = value;
	else if (row->key && row->kind == ROW_KIND_LIST)
		split_releases(&list->arena, found, value);
}

/* Takes the lines of TEXT, of which NULL has none. */
static void take_facts(
	struct found_list *list, struct found *found, const char *text)
{
	char *lines = arena_string(&list->arena, text ? text : "");
	char *next = NULL;

	for (char *line = strtok_r(lines, "\n", &next); line;
		line = strtok_r(NULL, "\n", &next)) {
		char *colon = strstr(line, ": ");
		if (!colon)
			continue;
		*colon = '\0';
		take_fact(list, found, line, colon + 2);
	}
}

/* A finding without its facts is not whole, and is left out. */
static void read_finding(
	struct found_list *list, const char *directory, const char *id)
{
	const struct found_kind_row *kind = &found_kinds[list->kind];
	struct found found = {
		.directory = arena_string(&list->arena, directory),
		.id = arena_string(&list->arena, id)};
	const char *facts = read_text(&list->arena, &found, kind->facts);

	if (!facts)
		return;
	take_facts(list, &found, facts);
	if (list->kind == FOUND_DIVERGENCE)
		take_facts(list, &found,
			read_text(&list->arena, &found, "command"));
	for (const struct row *row = kind->each->row; row->key; row++)
		if (row->offset >= offsetof(struct found, input))
			*found_text_at(&found, row) = read_text(&list->arena,
				&found,
				strcmp(row->key, "minimal") == 0 ? "input.min"
								 : row->key);
	found_add(list, &found);
}

/*--- all of them ---*/

static bool is_id(const char *name)
{
	return strlen(name) == ID_DIGITS &&
	       strspn(name, "0123456789abcdef") == ID_DIGITS;
}

static int found_read_folder(
	struct found_list *list, const char *directory, struct error *err)
{
	DIR *stream = opendir(directory);
	struct dirent *entry;

	if (!stream)
		return error_set_errno(err, "%s", directory);
	while ((entry = readdir(stream)))
		if (is_id(entry->d_name))
			read_finding(list, directory, entry->d_name);
	closedir(stream);
	return 0;
}

/* The lines of DIRECTORY's list of pragmas that are not modelled, in one. */
static void read_unmodelled(struct found_list *list, const char *directory)
{
	const struct found campaign = {.directory = directory, .id = "."};
	const char *lines = read_text(&list->arena, &campaign, "unmodelled");

	while (lines && *lines != '\0') {
		int length = (int)strcspn(lines, "\n");
		list->unmodelled = arena_format(&list->arena, "%s%s%.*s",
			list->unmodelled ? list->unmodelled : "",
			list->unmodelled ? ", " : "", length, lines);
		lines += length + (lines[length] != '\0');
	}
}

/* Those of the INPUTS of the campaign in DIRECTORY that failed on the CPU. */
static void read_failed(
	struct found_list *list, const char *directory, uint64_t inputs)
{
	char *path = memory_format("%s/failed", directory);
	char *compared = memory_format("%s/compared", directory);
	const struct found campaign = {.directory = directory, .id = "."};
	struct stat status;

	if (stat(path, &status) == 0 && status.st_size > 0) {
		const char *how = read_text(&list->arena, &campaign, "failure");
		/* The engine runs some more than once. */
		list->failed += (uint64_t)status.st_size < inputs
					? (uint64_t)status.st_size
					: inputs;
		list->uncompared += access(compared, F_OK) != 0;
		if (how && !list->failure)
			list->failure = arena_format(&list->arena, "%.*s",
				(int)strcspn(how, "\n"), how);
	}
	free(compared);
	free(path);
}

static int found_read_campaign(
	struct found_list *list, const char *directory, struct error *err)
{
	const struct found_kind_row *kind = &found_kinds[list->kind];
	char *path = kind->folder
			     ? memory_format("%s/%s", directory, kind->folder)
			     : memory_string_dup(directory);
	char *campaign = memory_format("%s/campaign/default", directory);
	int result = kind->facts ? found_read_folder(list, path, err)
				 : found_read_inputs(list, path, err);

	if (list->kind == FOUND_MISCOMPILATION)
		found_read_searches(list, directory);
	if (list->kind == FOUND_DIVERGENCE) {
		uint64_t before = list->inputs;
		found_read_runs(list, campaign);
		read_failed(list, directory, list->inputs - before);
		read_unmodelled(list, directory);
	}
	free(campaign);
	free(path);
	return result;
}

struct found_place {
	struct found found;
	size_t place;
};

static int compare_placed(const void *left, const void *right)
{
	const struct found_place *a = left, *b = right;
	int order = strcmp(a->found.id, b->found.id);

	return order != 0 ? order
			  : (a->place > b->place) - (a->place < b->place);
}

void found_sort(struct found_list *list)
{
	struct found_place *each =
		memory_alloc_zero(list->count + 1, sizeof *each);
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++)
		each[i] = (struct found_place){list->found[i], i};
	qsort(each, list->count, sizeof *each, compare_placed);
	for (size_t i = 0; i < list->count; i++)
		if (i == 0 ||
			strcmp(each[i - 1].found.id, each[i].found.id) != 0)
			list->found[kept++] = each[i].found;
	list->count = kept;
	free(each);
}

int found_read(
	struct found_list *list, char *const *directory, struct error *err)
{
	for (; *directory; directory++)
		if (found_read_campaign(list, *directory, err) != 0)
			return -1;
	found_sort(list);
	return 0;
}

int found_read_json(
	struct found_list *list, const char *path, struct error *err)
{
	struct found_list read = {.kind = list->kind};

	if (rows_read_file(found_kinds[list->kind].file, path, &list->arena,
		    &read, err) != 0)
		return -1;
	for (size_t i = 0; i < read.count; i++)
		found_add(list, &read.found[i]);
	for (size_t i = 0; i < read.search_count; i++)
		found_add_search(list, &read.search[i]);
	list->inputs += read.inputs;
	list->failed += read.failed;
	list->uncompared += read.uncompared;
	if (!list->unmodelled)
		list->unmodelled = read.unmodelled;
	if (!list->failure)
		list->failure = read.failure;
	found_sort(list);
	return 0;
}

void found_add(struct found_list *list, const struct found *found)
{
	list->found = memory_grow(list->found, &list->capacity, list->count + 1,
		sizeof *list->found);
	list->found[list->count] = *found;
	if (!found->class)
		list->found[list->count].class = "not known";
	list->count++;
}

const char *found_make_id(struct arena *arena, const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;
	uint64_t hash = FNV_START;

	for (size_t i = 0; i < count; i++)
		hash = (hash ^ byte[i]) * FNV_PRIME;
	return arena_format(arena, "%016" PRIx64, hash);
}

void found_release(struct found_list *list)
{
	free(list->found);
	free(list->search);
	arena_release(&list->arena);
	*list = (struct found_list){.kind = list->kind};
}

/* Is there PATH/FOLDER, or one finding of KIND in PATH? */
static bool has_kind(const char *path, const struct found_kind_row *kind)
{
	DIR *stream = opendir(path);
	struct dirent *entry;
	bool is_there = false;

	while (stream && !is_there && (entry = readdir(stream))) {
		char *facts = memory_format(
			"%s/%s/%s", path, entry->d_name, kind->facts);
		is_there = is_id(entry->d_name) && access(facts, F_OK) == 0;
		free(facts);
	}
	if (stream)
		closedir(stream);
	return is_there;
}

enum found_kind found_detect_at(const struct json_at *top)
{
	const char *schema = json_get_text_or_null(top, "schema");

	for (int i = 0; i < FOUND_KINDS; i++) {
		const struct row *row = found_kinds[i].file->row;
		bool is_named = row->kind == ROW_KIND_SCHEMA;
		if (is_named ? schema && strcmp(schema, row->names[0]) == 0
			     : json_has(top, row->key))
			return (enum found_kind)i;
	}
	return FOUND_INPUT;
}

static enum found_kind found_detect_file(const char *path)
{
	struct json_value *value = json_read_file(path, NULL);
	struct json_reader reader = {NULL, false};
	struct json_at top;
	enum found_kind kind = FOUND_INPUT;

	if (value) {
		top = json_at_top(&reader, value, JSON_KIND_OBJECT);
		kind = found_detect_at(&top);
	}
	json_free(value);
	return kind;
}

enum found_kind found_detect(const char *directory)
{
	struct stat status;
	char *symptoms = memory_format("%s/symptoms", directory);
	enum found_kind kind = FOUND_INPUT;

	if (stat(directory, &status) == 0 && S_ISREG(status.st_mode))
		kind = found_detect_file(directory);
	else if (access(symptoms, F_OK) == 0)
		kind = FOUND_DIVERGENCE;
	else if (has_kind(directory, &found_kinds[FOUND_MISCOMPILATION]))
		kind = FOUND_MISCOMPILATION;
	free(symptoms);
	return kind;
}
