/* SPDX-License-Identifier: MIT
 * Prints findings as text, JSON or SARIF. A finding is a directory of texts, which
 * findings.c wrote. */
#include "config.h"

#include "fuzz-perf/ir/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/found.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/options.h"
#include "lib/part.h"
#include "lib/program.h"
#include "lib/words.h"

enum form { FORM_TEXT, FORM_JSON, FORM_SARIF };

struct ir_report_request {
	int form;
	bool fails;
	struct part_page page;
};

/* The value of line KEY, copied; "" if there is none. */
static char *ir_value_of(const char *lines, const char *key)
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
	"detail", "evidence", "releases", "operations", "nodes", "command",
	"replay", "found"};
#define KEYS (sizeof keys / sizeof keys[0])

/* Of "llvm-14 output; llvm-16 fine". */
static struct json_value *releases_of(const char *line)
{
	struct json_value *list = json_make_array();

	while (*line) {
		size_t length = strcspn(line, ";"), name = strcspn(line, " ;");
		const char *rest = line + name + (line[name] == ' ');
		char *release = memory_string_dup_length(line, name);
		char *class = memory_string_dup_length(
			rest, (size_t)(line + length - rest));

		json_append(list, JSON_OBJECT(JSON("release", release),
					  JSON("class", class)));
		free(release);
		free(class);
		line += length;
		line += strspn(line, "; ");
	}
	return list;
}

/* Its members are texts, but for the releases. */
static struct json_value *ir_to_json(
	const struct found *found, const char *lines)
{
	static const char *const files[] = {"portable", "before", "after"};
	struct json_value *object = json_make_object();

	json_put_text(object, "id", found->id);
	for (size_t i = 0; i < KEYS; i++) {
		char *value = ir_value_of(lines, keys[i]);
		if (!strcmp(keys[i], "releases"))
			json_put(object, keys[i], releases_of(value));
		else if (*value)
			json_put_text(object, keys[i], value);
		free(value);
	}
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char *text = found_text(found, files[i]);
		if (text)
			json_put_text(object, files[i], text);
		free(text);
	}
	return object;
}

/*--- SARIF ---*/

static const struct ir_rule {
	const char *id, *text;
} rules[] = {
	{"lowering", "What was lowered does not mean what the function does."},
	{"undefined", "What was lowered has undefined behaviour."},
	{"invalid", "A pass left what the compiler's own check refuses."},
	{"output", "A pass changed what a function computes."},
	{"codegen", "Native code computes something else."},
	{"fatal", "The compiler says that it failed."},
	{"slower", "Passes made a function take more steps."},
	{"unsettled", "A pass changes its own output again and again."},
	{"compile time", "Passes took too many steps of their own."},
	{"crash", "The compiler crashed."},
	{"hang", "The compiler does not come to an end."},
};

static struct json_value *rules_of(void)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		json_append(list, JSON_OBJECT(JSON("id", rules[i].id),
					  JSON("shortDescription",
						  JSON_OBJECT(JSON("text",
							  rules[i].text)))));
	return list;
}

/* A finding that no second opinion shares may be a mistake of ours. */
static const char *ir_level_of(const char *class, const char *evidence)
{
	bool may_be_ours = !strcmp(class, "output") || !strcmp(class, "slower");

	return may_be_ours && strncmp(evidence, "confirmed", 9) != 0 ? "warning"
								     : "error";
}

static struct json_value *ir_location_of(const struct found *found)
{
	char *path =
		memory_format("%s/%s/portable", found->directory, found->id);
	char *file = words_uri(*path == '/' ? "file://" : "", path);
	struct json_value *list = json_make_array();

	json_append(list, JSON_OBJECT(JSON("physicalLocation",
				  JSON_OBJECT(JSON("artifactLocation",
					  JSON_OBJECT(JSON("uri", file)))))));
	free(path);
	free(file);
	return list;
}

static struct json_value *to_sarif(const struct found *found, const char *lines)
{
	static const char *const properties[] = {"target", "passes", "evidence",
		"releases", "command", "replay"};
	char *class = ir_value_of(lines, "class"),
	     *pass = ir_value_of(lines, "pass");
	char *detail = ir_value_of(lines, "detail");
	char *evidence = ir_value_of(lines, "evidence");
	char *text =
		memory_format("%s: %s: %s (%s)", class, pass, detail, evidence);
	struct json_value *more = json_make_object(), *result;

	for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++) {
		char *value = ir_value_of(lines, properties[i]);
		if (*value)
			json_put_text(more, properties[i], value);
		free(value);
	}
	result = JSON_OBJECT(JSON("ruleId", class),
		JSON("level", ir_level_of(class, evidence)),
		JSON("message", JSON_OBJECT(JSON("text", text))),
		JSON("locations", ir_location_of(found)),
		JSON("partialFingerprints",
			JSON_OBJECT(JSON("retread/1", found->id))),
		JSON("properties", more));
	free(class);
	free(pass);
	free(detail);
	free(evidence);
	free(text);
	return result;
}

/*--- reports ---*/

static void ir_print_text(const struct found *found, const char *lines)
{
	char *portable = found_text(found, "portable");

	printf("%s\n", found->id);
	for (size_t i = 0; i < KEYS; i++) {
		char *value = ir_value_of(lines, keys[i]);
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

static struct json_value *sarif_of(struct json_value *results)
{
	static const char version[] = PACKAGE_VERSION;
	struct json_value *runs = json_make_array();
	struct json_value *driver = JSON_OBJECT(JSON("name", "retread ir"),
		JSON("version", version), JSON("rules", rules_of()));

	json_append(runs,
		JSON_OBJECT(JSON("tool", JSON_OBJECT(JSON("driver", driver))),
			JSON("results", results)));
	return JSON_OBJECT(JSON("$schema", "https://json.schemastore.org/"
					   "sarif-2.1.0.json"),
		JSON("version", "2.1.0"), JSON("runs", runs));
}

/* Puts what was found into LIST, or prints it. */
static void ir_add_findings(const struct found_list *findings, enum form form,
	struct json_value *list)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct found *found = &findings->found[i];
		char *lines = found_text(found, "finding");
		if (!lines)
			continue;
		if (form == FORM_TEXT)
			ir_print_text(found, lines);
		else
			json_append(list, form == FORM_JSON
						  ? ir_to_json(found, lines)
						  : to_sarif(found, lines));
		free(lines);
	}
}

static struct json_value *ir_whole_of(enum form form, struct json_value *list)
{
	return form == FORM_SARIF ? sarif_of(list)
				  : JSON_OBJECT(JSON("schema", "retread-ir-1"),
					    JSON("findings", list));
}

static int save(
	const struct found_list *findings, const char *path, struct error *err)
{
	struct json_value *list = json_make_array(), *whole;
	int result;

	ir_add_findings(findings, FORM_JSON, list);
	whole = ir_whole_of(FORM_JSON, list);
	result = json_write_file(whole, path, err);
	json_free(whole);
	return result;
}

static int ir_report_print(
	const struct found_list *findings, enum form form, struct error *err)
{
	struct json_value *list = json_make_array(), *whole;
	int result = 0;

	ir_add_findings(findings, form, list);
	whole = ir_whole_of(form, list);
	if (form == FORM_TEXT)
		printf("%zu finding%s\n", findings->count,
			findings->count == 1 ? "" : "s");
	else
		result = json_print(whole, stdout, err);
	json_free(whole);
	return result;
}

static int ir_report_report(void *chosen, const struct operands *operands)
{
	const struct ir_report_request *request = chosen;
	char *json = part_page_json_dup(&request->page);
	struct found_list findings = {.count = 0};
	struct error err = {{0}};
	int status, result = found_read(&findings,
			    (const char *const *)operands->operand, "finding",
			    &err);
	bool has_some = findings.count > 0;

	if (result == 0)
		result = ir_report_print(
			&findings, (enum form)request->form, &err);
	if (result == 0 && json)
		result = save(&findings, json, &err);
	found_release(&findings);
	status = result != 0 ? program_fail(PROGRAM_USAGE, request->page.verb,
				       err.text, NULL)
		 : request->fails && has_some ? PROGRAM_GATE
					      : PROGRAM_DONE;
	status = part_page_write(&request->page, json, status);
	free(json);
	return status;
}

int ir_report(int argc, char **argv)
{
	static const char *const forms[] = {"text", "json", "sarif", NULL};
	struct ir_report_request request = {
		.page = {"retread ir report", "--ir", NULL}};
	const struct option_row rows[] = {
		{"format", 0, OPTION_CHOICE, &request.form, .argument = "FORM",
			.choices = forms, .help = "text, json or sarif (text)"},
		{"html", 0, OPTION_TEXT, &request.page.file, .argument = "FILE",
			.help = "also write a page of all findings"},
		{"fail-on-finding", 0, OPTION_FLAG, &request.fails,
			.help = "exit with 1 if there is one"},
	};
	const struct options options = {"retread ir report",
		"[OPTION]... DIR...", "Prints what searches found, each once.",
		OPTION_ROWS(rows), .least = 1,
		.few = "which search? Name its folder"};

	return options_run(&options, argc, argv, ir_report_report, &request);
}
