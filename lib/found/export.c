/* SPDX-License-Identifier: MIT
 * Findings for other tools: SARIF and JUnit. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/found/kinds.h"
#include "lib/json.h"
#include "lib/markup.h"
#include "lib/output/junit.h"
#include "lib/output/sarif.h"
#include "lib/words.h"

bool found_is_doubtful(const struct found *found)
{
	bool may_be_ours = strcmp(found->class, "output") == 0 ||
			   strcmp(found->class, "slower") == 0;

	return may_be_ours && strncmp(found->evidence ? found->evidence : "",
				      "confirmed", 9) != 0;
}

/* What comes near a boundary has not crossed it, and what both lose does not differ. */
static bool found_is_failure(const struct found *found)
{
	return strcmp(found->class, "near") != 0 &&
	       strcmp(found->class, "lost value") != 0;
}

static const char *text_or_none(const char *text)
{
	return text ? text : "none";
}

char *found_sentence(enum found_kind kind, const struct found *found)
{
	switch (kind) {
	case FOUND_MISCOMPILATION:
		return memory_format("%s: %s: %s (%s)", found->class,
			text_or_none(found->pass), text_or_none(found->detail),
			text_or_none(found->evidence));
	case FOUND_DIVERGENCE:
		return memory_format("%s: %s on the CPU, %s in hardware: %s%s",
			found->class, text_or_none(found->cpu),
			text_or_none(found->hardware),
			found->cause_count > 0 ? found->cause[0]
					       : "the cause is not known",
			found->cause_count > 1 ? ", and more" : "");
	case FOUND_BOUNDARY:
		return memory_format("%s: %s %s", found->class,
			text_or_none(found->target),
			text_or_none(found->detail));
	default:
		return memory_format(
			"%s: %s", found->class, text_or_none(found->detail));
	}
}

/* The file that FOUND is in, and its *LINE. Free it. */
static char *place_of(
	enum found_kind kind, const struct found *found, unsigned *line)
{
	const char *cause = found->cause_count > 0 ? found->cause[0] : "";
	const char *colon = strchr(cause, ':');

	*line = found->line;
	if (found->file)
		return memory_string_dup(found->file);
	/* "unroll.cpp:12: only one of 2 copies ..." */
	if (colon && sscanf(colon, ":%u:", line) == 1)
		return memory_string_dup_length(cause, (size_t)(colon - cause));
	return memory_format("%s/%s/%s", found->directory ?: ".", found->id,
		kind == FOUND_DIVERGENCE ? "input.min"
					 : found_kinds[kind].shown ?: "");
}

static struct json_value *make_location(
	enum found_kind kind, const struct found *found)
{
	unsigned line;
	char *path = place_of(kind, found, &line);
	char *file = words_uri(*path == '/' ? "file://" : "", path);
	struct json_value *object = JSON_OBJECT(
		JSON("artifactLocation", JSON_OBJECT(JSON("uri", file))),
		JSON_IF(line > 0, "region",
			JSON_OBJECT(JSON("startLine", line))));

	free(path);
	free(file);
	return sarif_make_list(JSON_OBJECT(JSON("physicalLocation", object)));
}

/* All of FOUND except for its texts. */
static struct json_value *make_properties(
	const struct rows *rows, const struct found *found)
{
	struct json_value *object = json_make_object();

	for (const struct row *row = rows->row; row->key; row++) {
		const char *text =
			row->kind == ROW_KIND_TEXT
				? *found_text_at((struct found *)found, row)
				: NULL;
		if (text && found_is_fact(row) &&
			row->offset != offsetof(struct found, class))
			json_put_text(object, row->key, text);
	}
	return object;
}

static const char *level_of(const struct found *found)
{
	if (found->severity && strcmp(found->severity, "high") == 0)
		return "warning";
	if (!found_is_failure(found))
		return "note";
	return found_is_doubtful(found) ? "warning" : "error";
}

static struct json_value *make_result(
	enum found_kind kind, const struct found *found)
{
	char *text = found_sentence(kind, found);
	struct json_value *result = JSON_OBJECT(JSON("ruleId", found->class),
		JSON("level", level_of(found)),
		JSON("message", sarif_make_message(text)),
		JSON("locations", make_location(kind, found)),
		JSON("partialFingerprints",
			JSON_OBJECT(JSON("retread/1", found->id))),
		JSON("properties",
			make_properties(found_kinds[kind].each, found)));

	free(text);
	return result;
}

int found_print_sarif(
	const struct found_list *list, FILE *out, struct error *err)
{
	const struct found_kind_row *kind = &found_kinds[list->kind];
	struct json_value *rules = json_make_array();
	struct json_value *results = json_make_array();

	for (const struct found_rule *rule = kind->rule; rule->class; rule++)
		json_append(rules,
			JSON_OBJECT(JSON("id", rule->class),
				JSON("shortDescription",
					sarif_make_message(rule->text))));
	for (size_t i = 0; i < list->count && i < SARIF_RESULTS_MAX; i++)
		json_append(results, make_result(list->kind, &list->found[i]));
	return sarif_print(
		JSON_OBJECT(JSON("tool", sarif_make_tool(kind->tool, rules)),
			JSON("results", results)),
		out, err);
}

/* A document may not hold other controls than ends of lines. */
static void print_in_lines(const char *text, FILE *out)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		char *line = memory_string_dup_length(text, length);
		markup_print(out, line);
		putc('\n', out);
		free(line);
		text += length + (text[length] != '\0');
	}
}

static void found_print_case(
	enum found_kind kind, const struct found *found, FILE *out)
{
	char *sentence = found_sentence(kind, found);
	char *name = memory_format("%s %s", found->id, found->class);
	unsigned line;
	char *place = place_of(kind, found, &line);
	char *lines = NULL;
	size_t bytes;
	FILE *text = open_memstream(&lines, &bytes);

	if (!text)
		memory_fail(bytes);
	found_print_lines(kind, found, "", text);
	fclose(text);
	junit_begin_case(out, place, name);
	putc('>', out);
	if (found_is_failure(found)) {
		fputs("<failure", out);
		junit_print_attribute(out, "type", found->class);
		junit_print_attribute(out, "message", sentence);
		putc('>', out);
		print_in_lines(lines, out);
		fputs("</failure>", out);
	}
	junit_end_case(out);
	free(lines);
	free(place);
	free(name);
	free(sentence);
}

void found_print_junit(const struct found_list *list, FILE *out)
{
	size_t failures = 0;

	for (size_t i = 0; i < list->count; i++)
		failures += found_is_failure(&list->found[i]);
	junit_begin(out);
	junit_begin_suite(out, found_kinds[list->kind].tool, list->count,
		"failures", failures);
	for (size_t i = 0; i < list->count; i++)
		found_print_case(list->kind, &list->found[i], out);
	junit_end_suite(out);
	junit_end(out);
}
