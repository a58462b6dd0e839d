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
	if (in == NULL)
		return NULL;
	text = memory_alloc(TEXT_MAX + 1);
	got = fread(text, 1, TEXT_MAX, in);
	text[got] = '\0';
	fclose(in);
	return text;
}

/* Lines `key: value` as members; several of one key are a list. */
static struct json_value *lines_to_json(const char *id, char *text)
{
	struct json_value *object = json_make_object();
	struct json_value *causes = json_make_array();
	bool alone = false;
	char *next = NULL;

	json_put_text(object, "id", id);
	for (char *line = strtok_r(text, "\n", &next); line != NULL;
		line = strtok_r(NULL, "\n", &next)) {
		char *colon = strstr(line, ": ");
		if (colon == NULL)
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
	printf("%s\n", id);
	for (const char *line = symptom; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		printf("  %.*s\n", (int)length, line);
		line += length + (line[length] != '\0');
	}
	printf("  input: %.100s%s\n", input != NULL ? input : "",
		input != NULL && strlen(input) > 100 ? "..." : "");
}

static int is_symptom(const struct dirent *entry)
{
	return strlen(entry->d_name) == 16 &&
	       strspn(entry->d_name, "0123456789abcdef") == 16;
}

static void add_symptom(const char *directory, const char *id,
	struct json_value *list, size_t *count)
{
	char *symptom = read_text(directory, id, "symptom");
	char *input = read_text(directory, id, "input");
	char *small = read_text(directory, id, "input.min");

	if (symptom != NULL) {
		++*count;
		if (list != NULL) {
			struct json_value *object = lines_to_json(id, symptom);
			json_put_text(object, "input", input);
			json_put_text(object, "minimal", small);
			json_append(list, object);
		} else {
			if (small != NULL)
				small[strcspn(small, "\n")] = '\0';
			print_text(id, symptom, small);
		}
	}
	free(symptom);
	free(input);
	free(small);
}

int report_symptoms(
	const char *directory, bool json, size_t *count, struct error *err)
{
	struct json_value *list = json ? json_make_array() : NULL;
	struct dirent **entry;
	int found = scandir(directory, &entry, is_symptom, alphasort);
	int result = 0;

	*count = 0;
	if (found < 0) {
		json_free(list);
		return error_set_errno(err, "%s", directory);
	}
	for (int i = 0; i < found; i++) {
		add_symptom(directory, entry[i]->d_name, list, count);
		free(entry[i]);
	}
	free(entry);
	if (json) {
		struct json_value *whole = JSON_OBJECT(JSON("symptoms", list));
		result = json_print(whole, stdout, err);
		json_free(whole);
	} else {
		printf("%zu divergence%s of hardware from the CPU\n", *count,
			*count == 1 ? "" : "s");
	}
	return result;
}
