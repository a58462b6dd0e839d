/* SPDX-License-Identifier: MIT
 * Prints symptoms as text or JSON. A symptom is a directory of three texts, which
 * the target wrote: symptom, input and input.min. */
#include "config.h"

#include "fuzz-perf/hls/report.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#define TEXT_MAX (1u << 20)

/* Free it. NULL: it cannot be read. */
static char *read_text(const char *directory, const char *id, const char *name)
{
	char *path = memory_format("%s/%s/%s", directory, id, name);
	FILE *in = fopen(path, "re");
	char *text = NULL;
	size_t got;

	free(path);
	if (!in)
		return NULL;
	text = memory_alloc(TEXT_MAX + 1);
	got = fread(text, 1, TEXT_MAX, in);
	text[got] = '\0';
	fclose(in);
	return text;
}

/* What the target said, and what the user's command answered, if it did. */
static char *read_symptom(const char *directory, const char *id)
{
	char *symptom = read_text(directory, id, "symptom");
	char *command = read_text(directory, id, "command");
	char *both =
		symptom ? memory_format("%s%s", symptom, command ? command : "")
			: NULL;

	free(symptom);
	free(command);
	return both;
}

/* Lines `key: value` as members; several of one key are a list. */
static struct json_value *lines_to_json(const char *id, char *text)
{
	struct json_value *object = json_make_object();
	struct json_value *causes = json_make_array();
	bool alone = false;
	char *next = NULL;

	json_put_text(object, "id", id);
	for (char *line = strtok_r(text, "\n", &next); line;
		line = strtok_r(NULL, "\n", &next)) {
		char *colon = strstr(line, ": ");
		if (!colon)
			continue;
		*colon = '\0';
		if (strcmp(line, "cause") == 0 || strcmp(line, "needs") == 0) {
			alone |= strcmp(line, "cause") == 0;
			json_append_text(causes, colon + 2);
		} else {
			json_put_text(object, line, colon + 2);
		}
	}
	json_put(object, "causes", causes);
	json_put_bool(object, "each_suffices", alone);
	return object;
}

static void print_text(const char *id, const char *symptom, const char *input)
{
	size_t length;

	printf("%s\n", id);
	for (const char *line = symptom; *line != '\0';) {
		length = strcspn(line, "\n");
		printf("  %.*s\n", (int)length, line);
		line += length + (line[length] != '\0');
	}
	length = strcspn(input ? input : "", "\n");
	printf("  input: %.*s%s\n", length < 100 ? (int)length : 100,
		input ? input : "", length > 100 ? "..." : "");
}

static int is_symptom(const struct dirent *entry)
{
	return strlen(entry->d_name) == 16 &&
	       strspn(entry->d_name, "0123456789abcdef") == 16;
}

/* Returns whether there is one. */
static bool add_symptom(const char *directory, const char *id, bool prints,
	struct json_value *list)
{
	char *symptom = read_symptom(directory, id);
	char *input = read_text(directory, id, "input");
	char *small = read_text(directory, id, "input.min");
	bool is_there = symptom;

	if (is_there) {
		struct json_value *object;
		if (prints)
			print_text(id, symptom, small);
		object = lines_to_json(id, symptom);
		json_put_text(object, "input", input);
		json_put_text(object, "minimal", small);
		json_append(list, object);
	}
	free(input);
	free(small);
	free(symptom);
	return is_there;
}

int report_symptoms(const char *directory, bool json, const char *save,
	size_t *count, struct error *err)
{
	struct json_value *list, *whole;
	struct dirent **entry;
	int found = scandir(directory, &entry, is_symptom, alphasort);
	int result = 0;

	*count = 0;
	if (found < 0)
		return error_set_errno(err, "%s", directory);
	list = json_make_array();
	for (int i = 0; i < found; i++) {
		*count += add_symptom(directory, entry[i]->d_name, !json, list);
		free(entry[i]);
	}
	free(entry);
	whole = JSON_OBJECT(
		JSON("directory", directory), JSON("symptoms", list));
	if (save)
		result = json_write_file(whole, save, err);
	if (result == 0 && json)
		result = json_print(whole, stdout, err);
	json_free(whole);
	if (!json)
		printf("%zu divergence%s of hardware from the CPU\n", *count,
			*count == 1 ? "" : "s");
	return result;
}
