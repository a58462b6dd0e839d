/* SPDX-License-Identifier: MIT
 * Prints symptoms as text or JSON. A symptom is a directory of three texts, which
 * the target wrote: symptom, input and input.min. */
#include "config.h"

#include "fuzz-perf/hls/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found.h"
#include "lib/json.h"
#include "lib/memory.h"

/* What the target said, and what the user's command answered, if it did. */
static char *read_symptom(const struct found *found)
{
	char *symptom = found_text(found, "symptom");
	char *command = found_text(found, "command");
	char *both =
		symptom ? memory_format("%s%s", symptom, command ? command : "")
			: NULL;

	free(symptom);
	free(command);
	return both;
}

/* Lines `key: value` as members; several of one key are a list. */
static struct json_value *lines_to_json(const struct found *found, char *text)
{
	struct json_value *object = json_make_object();
	struct json_value *causes = json_make_array();
	bool alone = false;
	char *next = NULL;

	json_put_text(object, "id", found->id);
	json_put_text(object, "directory", found->directory);
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

static void hls_print_text(
	const char *id, const char *symptom, const char *input)
{
	size_t length;

	printf("%s\n", id);
	for (const char *line = symptom; *line != '\0';) {
		length = strcspn(line, "\n");
		printf("  %.*s\n", (int)length, line);
		line += length + (line[length] != '\0');
	}
	for (const char *line = input ? input : ""; *line != '\0';) {
		length = strcspn(line, "\n");
		printf("  input: %.*s%s\n", length < 100 ? (int)length : 100,
			line, length > 100 ? "..." : "");
		line += length + (line[length] != '\0');
	}
}

static void add_symptom(
	const struct found *found, bool prints, struct json_value *list)
{
	char *symptom = read_symptom(found);
	char *input = found_text(found, "input");
	char *small = found_text(found, "input.min");

	if (symptom) {
		struct json_value *object;
		if (prints)
			hls_print_text(found->id, symptom, small);
		object = lines_to_json(found, symptom);
		json_put_text(object, "input", input);
		json_put_text(object, "minimal", small);
		json_append(list, object);
	}
	free(input);
	free(small);
	free(symptom);
}

/* Inputs of the campaign whose symptoms are in DIRECTORY; 0 if it does not tell. */
static uint64_t read_inputs(const char *directory)
{
	char *path =
		memory_format("%s/../campaign/default/fuzzer_stats", directory);
	FILE *in = fopen(path, "re");
	uint64_t inputs = 0;
	char line[512];

	while (in && fgets(line, sizeof(line), in))
		sscanf(line, "execs_done : %" SCNu64, &inputs);
	if (in)
		fclose(in);
	free(path);
	return inputs;
}

int report_symptoms(char *const *directory, bool json, const char *save,
	size_t *count, struct error *err)
{
	struct json_value *list, *whole;
	struct found_list symptoms = {.count = 0};
	uint64_t inputs = 0;
	int result = found_read(
		&symptoms, (const char *const *)directory, "symptom", err);

	*count = symptoms.count;
	list = json_make_array();
	for (size_t i = 0; result == 0 && i < symptoms.count; i++)
		add_symptom(&symptoms.found[i], !json, list);
	found_release(&symptoms);
	for (; *directory; directory++)
		inputs += read_inputs(*directory);
	whole = JSON_OBJECT(JSON("symptoms", list), JSON("inputs", inputs));
	if (result == 0 && save)
		result = json_write_file(whole, save, err);
	if (result == 0 && json)
		result = json_print(whole, stdout, err);
	json_free(whole);
	if (result == 0 && !json)
		printf("%zu divergence%s of hardware from the CPU in %" PRIu64
		       " inputs\n",
			*count, *count == 1 ? "" : "s", inputs);
	return result;
}
