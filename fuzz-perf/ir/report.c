/* SPDX-License-Identifier: MIT
 * Prints findings as text, JSON or SARIF. A finding is a directory of texts, which
 * findings.c wrote. */
#include "config.h"

#include "fuzz-perf/ir/report.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/options.h"
#include "lib/program.h"

#define TEXT_MAX (1u << 20)

enum form { FORM_TEXT, FORM_JSON, FORM_SARIF };

struct request {
	int form;
	bool fails;
};

/* Free it. NULL: it cannot be read. */
static char *read_text(const char *directory, const char *id, const char *name)
{
	char *path = memory_format("%s/%s/%s", directory, id, name);
	FILE *in = fopen(path, "re");
	char *text = NULL;

	free(path);
	if (!in)
		return NULL;
	text = memory_alloc(TEXT_MAX + 1);
	text[fread(text, 1, TEXT_MAX, in)] = '\0';
	fclose(in);
	return text;
}

/* The value of line KEY, copied; "" if there is none. */
static char *value_of(const char *lines, const char *key)
{
	size_t length = strlen(key);

	for (const char *line = lines; *line;) {
		size_t end = strcspn(line, "\n");
		if (end > length + 1 && !strncmp(line, key, length) &&
			line[length] == ':')
			return memory_format("%.*s", (int)(end - length - 2),
				line + length + 2);
		line += end + (line[end] != '\0');
	}
	return memory_format("%s", "");
}

static const char *const keys[] = {"class", "target", "pass", "passes",
	"detail", "evidence", "operations", "nodes", "command", "found"};
#define KEYS (sizeof keys / sizeof keys[0])

/* Its members are texts. */
static struct json_value *to_json(
	const char *directory, const char *id, const char *lines)
{
	static const char *const files[] = {"portable", "before", "after"};
	struct json_value *object = json_make_object();

	json_put_text(object, "id", id);
	for (size_t i = 0; i < KEYS; i++) {
		char *value = value_of(lines, keys[i]);
		if (*value)
			json_put_text(object, keys[i], value);
		free(value);
	}
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char *text = read_text(directory, id, files[i]);
		if (text)
			json_put_text(object, files[i], text);
		free(text);
	}
	return object;
}

static struct json_value *to_sarif(
	const char *directory, const char *id, const char *lines)
{
	char *class = value_of(lines, "class"), *pass = value_of(lines, "pass");
	char *detail = value_of(lines, "detail");
	char *passes = value_of(lines, "passes");
	char *text = memory_format(
		"%s: %s (passes %s): %s", class, pass, passes, detail);
	char *file = memory_format("%s/%s/portable", directory, id);
	struct json_value *locations = json_make_array();

	json_append(
		locations, JSON_OBJECT(JSON("physicalLocation",
				   JSON_OBJECT(JSON("artifactLocation",
					   JSON_OBJECT(JSON("uri", file)))))));
	struct json_value *result =
		JSON_OBJECT(JSON("ruleId", class), JSON("level", "error"),
			JSON("message", JSON_OBJECT(JSON("text", text))),
			JSON("locations", locations),
			JSON("partialFingerprints",
				JSON_OBJECT(JSON("retread/1", id))));
	free(class);
	free(pass);
	free(detail);
	free(passes);
	free(text);
	free(file);
	return result;
}

static void print_text(const char *directory, const char *id, const char *lines)
{
	char *portable = read_text(directory, id, "portable");

	printf("%s\n", id);
	for (size_t i = 0; i < KEYS; i++) {
		char *value = value_of(lines, keys[i]);
		if (*value)
			printf("  %s: %s\n", keys[i], value);
		free(value);
	}
	for (const char *line = portable ? portable : ""; *line;) {
		size_t length = strcspn(line, "\n");
		printf("    %.*s\n", (int)length, line);
		line += length + (line[length] != '\0');
	}
	free(portable);
}

static int is_finding(const struct dirent *entry)
{
	return strlen(entry->d_name) == 16 &&
	       strspn(entry->d_name, "0123456789abcdef") == 16;
}

static struct json_value *sarif_of(struct json_value *results)
{
	struct json_value *runs = json_make_array();

	json_append(runs,
		JSON_OBJECT(JSON("tool", JSON_OBJECT(JSON("driver",
						 JSON_OBJECT(JSON("name",
							 "retread ir"))))),
			JSON("results", results)));
	return JSON_OBJECT(JSON("$schema", "https://json.schemastore.org/"
					   "sarif-2.1.0.json"),
		JSON("version", "2.1.0"), JSON("runs", runs));
}

static int fail(const struct error *err)
{
	return program_fail(
		PROGRAM_USAGE, "retread ir report", err->text, NULL);
}

/* Puts what DIRECTORY has into LIST, or prints it. Returns how many there are, or
 * -1. */
static int add_findings(
	const char *directory, enum form form, struct json_value *list)
{
	struct dirent **entry;
	int found = scandir(directory, &entry, is_finding, alphasort),
	    count = 0;

	for (int i = 0; i < found; i++) {
		const char *id = entry[i]->d_name;
		char *lines = read_text(directory, id, "finding");
		if (lines && form == FORM_TEXT)
			print_text(directory, id, lines);
		else if (lines)
			json_append(
				list, form == FORM_JSON
					      ? to_json(directory, id, lines)
					      : to_sarif(directory, id, lines));
		count += lines != NULL;
		free(lines);
		free(entry[i]);
	}
	if (found >= 0)
		free(entry);
	return found < 0 ? found : count;
}

static int report(void *chosen, const struct operands *operands)
{
	const struct request *request = chosen;
	const char *directory = operands->operand[0];
	struct json_value *list = json_make_array(), *whole;
	struct error err = {{0}};
	int count = add_findings(directory, (enum form)request->form, list);

	if (count < 0) {
		error_set_errno(&err, "%s", directory);
		json_free(list);
		return fail(&err);
	}
	whole = request->form == FORM_SARIF
			? sarif_of(list)
			: JSON_OBJECT(JSON("schema", "retread-ir-1"),
				  JSON("findings", list));
	if (request->form == FORM_TEXT)
		printf("%d finding%s\n", count, count == 1 ? "" : "s");
	else if (json_print(whole, stdout, &err) != 0)
		count = -1;
	json_free(whole);
	if (count < 0)
		return fail(&err);
	return request->fails && count ? PROGRAM_GATE : PROGRAM_DONE;
}

int ir_report(int argc, char **argv)
{
	static const char *const forms[] = {"text", "json", "sarif", NULL};
	struct request request = {0};
	const struct option_row rows[] = {
		{"format", 0, OPTION_CHOICE, &request.form, .argument = "FORM",
			.choices = forms, .help = "text, json or sarif (text)"},
		{"fail-on-finding", 0, OPTION_FLAG, &request.fails,
			.help = "exit with 1 if there is one"},
	};
	const struct options options = {"retread ir report", "[OPTION]... DIR",
		"Prints what a search found.", OPTION_ROWS(rows), .least = 1,
		.most = 1, .few = "which search? Name its folder",
		.many = "one folder at a time"};

	return options_run(&options, argc, argv, report, &request);
}
