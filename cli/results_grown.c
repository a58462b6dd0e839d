/* SPDX-License-Identifier: MIT
 * What `retread grow` found, in the list of what `retread record` found. */
#include "config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cli/results.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#define LOOP_LINES 2 /* between the head of a loop and what stands for it */

static bool is_same_loop(
	const struct report_place *a, const struct report_place *b)
{
	return a->function && b->function && a->file && b->file &&
	       !strcmp(a->function, b->function) &&
	       !strcmp(words_base_name(a->file), words_base_name(b->file)) &&
	       a->line <= b->line + LOOP_LINES &&
	       b->line <= a->line + LOOP_LINES;
}

/* Whether RECORDED repeats what the line of GROWN does. */
static bool means_same(const struct report_finding *recorded,
	const struct report_finding *grown)
{
	const struct report_place *line = &grown->aec.place[0];

	for (size_t i = 0; i < recorded->aec.count; i++)
		if (is_same_loop(&recorded->aec.place[i], line))
			return true;
	for (size_t i = 0; i < recorded->sites.count; i++)
		if (is_same_loop(&recorded->sites.place[i], line))
			return true;
	return false;
}

/* Recorded findings that mean the line of GROWN learn its law. False: there are none. */
static bool join_grown(
	struct report *report, const struct report_finding *grown)
{
	bool found = false;

	if (!report_rule_is_grown(grown->rule) || !grown->aec.count)
		return false;
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *recorded = &report->finding[i];
		if (recorded->rule == REPORT_TRAVERSAL ||
			report_rule_is_grown(recorded->rule) ||
			!means_same(recorded, grown))
			continue;
		found = true;
		if (grown->proof && !report_finding_is_proved(recorded))
			report_set_proof(report, i, grown->proof);
	}
	return found;
}

static size_t add_grown_program(struct report *report, const char *path)
{
	struct report grown;
	struct error err = {{0}};
	size_t kept = 0;
	bool is_read;

	report_init(&grown);
	is_read = report_read_json(&grown, path, &err) == 0;
	for (size_t i = 0; is_read && i < grown.finding_count; i++)
		if (!join_grown(report, &grown.finding[i]))
			grown.finding[kept++] = grown.finding[i];
	if (is_read) {
		grown.finding_count = kept;
		report_merge(report, &grown);
	} else {
		report_add_warning(report,
			"what grows cannot be read; grow it again: %s",
			err.text);
	}
	report_release(&grown);
	return is_read;
}

size_t results_add_grown(struct report *report, const char *path)
{
	char *folder = memory_format("%s/grow", path);
	DIR *all = opendir(folder);
	const struct dirent *each;
	size_t count = 0;

	if (all)
		report_sort(report);
	while (all && (each = readdir(all))) {
		char *file = memory_format(
			"%s/%s/findings.json", folder, each->d_name);
		if (each->d_name[0] != '.')
			count += add_grown_program(report, file);
		free(file);
	}
	if (all)
		closedir(all);
	free(folder);
	return count;
}
