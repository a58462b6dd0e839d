/* SPDX-License-Identifier: MIT
 * Compares all findings of a report with the rows of expected.txt for one
 * program: check_findings SOURCE_DIRECTORY PROGRAM REPORT.json
 *
 * Says every difference on stdout, a line each. Exits with 0: none, 1: some. */
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

enum {
	LINE_BYTES = 512,
	NAME_BYTES = 256,
	CONTEXT_BYTES = 1024,
	COUNT_MAX = 256
};

/* NAME:NUMBER of a comment in the sources. */
struct marker {
	char name[LINE_BYTES];
	char file[NAME_BYTES];
	unsigned line;
};

/* One context, expected or found. */
struct verdict {
	char context[CONTEXT_BYTES]; /* "(contains:contains.c:15)..." */
	char other[CONTEXT_BYTES];   /* if CONTEXT is not found; or empty */
	char written[CONTEXT_BYTES]; /* as in the table; expected ones only */
	char root[64];
	bool redundant;
	bool optional;
	bool matched;
};

struct check {
	struct marker marker[COUNT_MAX];
	size_t marker_count;
	char file[COUNT_MAX][NAME_BYTES]; /* the sources that are ours */
	size_t file_count;
	struct verdict expected[COUNT_MAX];
	size_t expected_count;
	struct verdict found[COUNT_MAX];
	size_t found_count;
};

static void die(const char *what, const char *which)
{
	fprintf(stderr, "check_findings: %s: %s\n", which, what);
	exit(2);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

static FILE *open_source(const char *directory, const char *name)
{
	char path[4096];
	snprintf(path, sizeof(path), "%s/%s", directory, name);
	FILE *in = fopen(path, "r");
	if (in == NULL)
		die("cannot be opened", path);
	return in;
}

/* Adds the words NAME:NUMBER of the comments on LINE. */
static void add_markers(
	struct check *check, char *text, const char *file, unsigned line)
{
	char *comment = strstr(text, "/* ");
	if (comment == NULL)
		return;
	for (char *word = strtok(comment, " \t\n"); word != NULL;
		word = strtok(NULL, " \t\n")) {
		char *colon = strchr(word, ':');
		if (colon == NULL || !isdigit((unsigned char)colon[1]))
			continue;
		if (check->marker_count == COUNT_MAX)
			die("too many markers", file);
		struct marker *marker = &check->marker[check->marker_count++];
		snprintf(marker->name, sizeof(marker->name), "%s", word);
		snprintf(marker->file, sizeof(marker->file), "%s", file);
		marker->line = line;
	}
}

static void read_source(
	struct check *check, const char *directory, const char *name)
{
	if (check->file_count == COUNT_MAX)
		die("too many sources", directory);
	snprintf(check->file[check->file_count++], sizeof(check->file[0]), "%s",
		name);
	FILE *in = open_source(directory, name);
	char text[LINE_BYTES];
	for (unsigned line = 1; fgets(text, sizeof(text), in) != NULL; line++)
		add_markers(check, text, name, line);
	fclose(in);
}

static void read_sources(struct check *check, const char *directory)
{
	DIR *listing = opendir(directory);
	if (listing == NULL)
		die("cannot be listed", directory);
	struct dirent *entry;
	while ((entry = readdir(listing)) != NULL) {
		const char *dot = strrchr(entry->d_name, '.');
		if (dot != NULL &&
			(strcmp(dot, ".c") == 0 || strcmp(dot, ".cpp") == 0))
			read_source(check, directory, entry->d_name);
	}
	closedir(listing);
}

static const struct marker *find_marker(
	const struct check *check, const char *name)
{
	for (size_t i = 0; i < check->marker_count; i++)
		if (strcmp(check->marker[i].name, name) == 0)
			return &check->marker[i];
	die("is on no line of the sources", name);
	return NULL;
}

/* The marker that OPEN, "(NAME:NUMBER)..." or "(NAME:NUMBER/SECOND)...", names. */
static const struct marker *read_marker(
	const struct check *check, const char *open, bool second)
{
	char name[LINE_BYTES];
	int length = (int)strcspn(open, ")");
	const char *slash = memchr(open, '/', (size_t)length);
	const char *colon = memchr(open, ':', (size_t)length);
	if (open[length] == '\0' || colon == NULL)
		die("is no context", open);
	if (slash == NULL)
		snprintf(name, sizeof(name), "%.*s", length - 1, open + 1);
	else if (!second)
		snprintf(name, sizeof(name), "%.*s", (int)(slash - open - 1),
			open + 1);
	else
		snprintf(name, sizeof(name), "%.*s%.*s", (int)(colon - open),
			open + 1, (int)(open + length - slash - 1), slash + 1);
	return find_marker(check, name);
}

/* "(contains:5)" -> "(contains:contains.c:13)" and so on along the context. */
static void locate(const struct check *check, const char *written, bool second,
	char context[CONTEXT_BYTES])
{
	size_t used = 0;
	for (const char *open = written; *open == '(';
		open = strchr(open, ')') + 1) {
		const struct marker *marker = read_marker(check, open, second);
		int name_length =
			(int)(strchr(marker->name, ':') - marker->name);
		used += (size_t)snprintf(context + used, CONTEXT_BYTES - used,
			"(%.*s:%s:%u)", name_length, marker->name, marker->file,
			marker->line);
		if (used >= CONTEXT_BYTES)
			die("is too long", written);
	}
}

static bool list_has_word(const char *list, const char *word)
{
	size_t length = strlen(word);
	for (;;) {
		size_t item = strcspn(list, ",");
		if (item == length && strncmp(list, word, length) == 0)
			return true;
		if (list[item] == '\0')
			return false;
		list += item + 1;
	}
}

static void read_table(
	struct check *check, const char *directory, const char *program)
{
	FILE *in = open_source(directory, "expected.txt");
	char text[LINE_BYTES];
	while (fgets(text, sizeof(text), in) != NULL) {
		char programs[128], rule[32], context[256], root[64];
		if (text[0] == '#' || text[0] == '\n')
			continue;
		if (sscanf(text, "%127s %31s %255s %63s", programs, rule,
			    context, root) != 4)
			die("is not a row", text);
		if (!list_has_word(programs, program))
			continue;
		struct verdict *row = &check->expected[check->expected_count++];
		snprintf(row->written, CONTEXT_BYTES, "%s", context);
		snprintf(row->root, sizeof(row->root), "%s", root);
		row->redundant = strncmp(rule, "redundant", 9) == 0;
		row->optional = strchr(rule, '?') != NULL;
		locate(check, context, false, row->context);
		if (strchr(context, '/') != NULL)
			locate(check, context, true, row->other);
	}
	fclose(in);
}

static bool place_is_ours(
	const struct check *check, const struct report_place *place)
{
	if (place->file == NULL)
		return false;
	for (size_t i = 0; i < check->file_count; i++)
		if (strcmp(check->file[i], base_name(place->file)) == 0)
			return true;
	return false;
}

/* Appends PLACE to CONTEXT. Returns false if it is not ours: the end. */
static bool add_place(const struct check *check, char *context,
	const struct report_place *place)
{
	if (!place_is_ours(check, place))
		return false;
	size_t used = strlen(context);
	snprintf(context + used, CONTEXT_BYTES - used, "(%s:%s:%u)",
		place->function, base_name(place->file), place->line);
	return true;
}

/* Of several in one context of ours the worst counts. */
static void add_found(struct check *check, const char *context,
	const struct report_finding *finding)
{
	bool redundant = finding->rule == REPORT_REDUNDANT;
	const char *root = finding->root == NULL ? "?" : finding->root;
	for (size_t i = 0; i < check->found_count; i++) {
		struct verdict *verdict = &check->found[i];
		if (strcmp(verdict->context, context) == 0) {
			verdict->redundant |= redundant;
			return;
		}
	}
	if (check->found_count == COUNT_MAX)
		die("too many findings", context);
	struct verdict *verdict = &check->found[check->found_count++];
	snprintf(verdict->context, CONTEXT_BYTES, "%s", context);
	snprintf(verdict->root, sizeof(verdict->root), "%s", root);
	verdict->redundant = redundant;
}

/* The reads folded into FINDING share its calls, and differ in the last place. */
static void add_finding(
	struct check *check, const struct report_finding *finding)
{
	char calls[CONTEXT_BYTES] = "";
	size_t depth = finding->aec.count;
	if (finding->rule == REPORT_REWALK || depth == 0)
		return;
	for (size_t i = 0; i + 1 < depth; i++)
		if (!add_place(check, calls, &finding->aec.place[i])) {
			if (i > 0)
				add_found(check, calls, finding);
			return;
		}
	for (size_t i = 0; i <= finding->sites.count; i++) {
		char context[CONTEXT_BYTES];
		bool is_first = i == finding->sites.count;
		const struct report_place *last =
			is_first ? &finding->aec.place[depth - 1]
				 : &finding->sites.place[i];
		strcpy(context, calls);
		if (!add_place(check, context, last) &&
			(!is_first || depth == 1))
			continue;
		add_found(check, context, finding);
	}
}

static const char *rule_name(bool redundant)
{
	return redundant ? "redundant" : "traversal";
}

static struct verdict *find_found(struct check *check, const char *context)
{
	for (size_t i = 0; i < check->found_count; i++)
		if (strcmp(check->found[i].context, context) == 0)
			return &check->found[i];
	return NULL;
}

/* Returns the number of differences. */
static int compare(struct check *check)
{
	int differences = 0;
	for (size_t i = 0; i < check->expected_count; i++) {
		const struct verdict *row = &check->expected[i];
		struct verdict *found = find_found(check, row->context);
		if (found == NULL)
			found = find_found(check, row->other);
		if (found == NULL) {
			if (!row->optional && ++differences)
				printf("missing: %s at %s = %s\n",
					rule_name(row->redundant), row->written,
					row->context);
			continue;
		}
		found->matched = true;
		if (found->redundant != row->redundant && ++differences)
			printf("is %s, not %s: %s = %s\n",
				rule_name(found->redundant),
				rule_name(row->redundant), row->written,
				row->context);
		if (strcmp(row->root, "-") != 0 &&
			strcmp(row->root, found->root) != 0 && ++differences)
			printf("root is %s, not %s: %s = %s\n", found->root,
				row->root, row->written, row->context);
	}
	for (size_t i = 0; i < check->found_count; i++)
		if (!check->found[i].matched && ++differences)
			printf("not expected: %s at %s, root %s\n",
				rule_name(check->found[i].redundant),
				check->found[i].context, check->found[i].root);
	return differences;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		die("usage: check_findings DIRECTORY PROGRAM REPORT", "?");
	struct check *check = memory_alloc_zero(1, sizeof(*check));
	read_sources(check, argv[1]);
	read_table(check, argv[1], argv[2]);

	struct report report;
	struct error err = {0};
	report_init(&report);
	if (report_read_json(&report, argv[3], &err) != 0)
		die(err.text, argv[3]);
	for (size_t i = 0; i < report.finding_count; i++)
		add_finding(check, &report.finding[i]);
	int differences = compare(check);
	report_release(&report);
	free(check);
	return differences == 0 ? 0 : 1;
}
