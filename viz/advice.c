/* SPDX-License-Identifier: MIT
 * The usual fixes of a finding. */
#include "config.h"

#include "viz/site.h"

#include <stdbool.h>
#include <string.h>

static bool is_text(const struct report_finding *finding)
{
	const char *type = finding->structure_type;

	return type && (strcmp(type, "char") == 0 ||
			       strcmp(type, "unsigned char") == 0 ||
			       strcmp(type, "const char") == 0);
}

/* Whether the function that reads has one of NAMES in its name. */
static bool reads_by(
	const struct report_finding *finding, const char *const *names)
{
	const struct report_places *aec = &finding->aec;
	const char *leaf =
		aec->count > 0 ? aec->place[aec->count - 1].function : NULL;

	for (; leaf && *names; names++)
		if (strstr(leaf, *names))
			return true;
	return false;
}

static bool advice_has_one_length(const struct report_finding *finding)
{
	return finding->evidence.walk_length.min ==
	       finding->evidence.walk_length.max;
}

/* Each walk of the example is longer than the one before, and little of it is new. */
static bool advice_has_grown(const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	for (size_t i = 1; i < evidence->walk_count; i++)
		if (evidence->walk[i].length <= evidence->walk[i - 1].length ||
			evidence->walk[i].again < evidence->walk[i - 1].length)
			return false;
	return evidence->walk_count >= 3;
}

/* The walks of the example go to the first cell, to the second, ... */
static bool goes_to_each(const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	for (size_t i = 0; i < evidence->walk_count; i++)
		if (evidence->walk[i].length != evidence->walk[0].length + i)
			return false;
	return evidence->walk_count >= 3 && evidence->walk[0].length <= 2;
}

/* One loop reads few lines; a whole algorithm does not look for a key. */
#define LOOP_SITES_MAX 6

static size_t advise_on_text(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	static const char *const lengths[] = {"strlen", "strnlen", "wcslen",
		"sscanf", "_IO_str_init", NULL},
				 *const appends[] = {"strcat", "strncat", NULL},
				 *const compares[] = {"cmp", "equal", NULL};

	if (reads_by(finding, lengths))
		advice[0] = "advice length";
	else if (reads_by(finding, appends))
		advice[0] = "advice append";
	else if (reads_by(finding, compares))
		advice[0] = "advice compare";
	else if (advice_has_grown(finding))
		advice[0] = "advice resume";
	else if (advice_has_one_length(finding))
		advice[0] = "advice length";
	else
		return 0;
	return 1;
}

static size_t advise_on_cells(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	size_t count = 0;

	if (advice_has_grown(finding)) {
		if (goes_to_each(finding))
			advice[count++] = "advice nth";
		advice[count++] = "advice set";
		if (finding->shape == REPORT_SHAPE_LINKED)
			advice[count++] = "advice tail";
	} else if (advice_has_one_length(finding)) {
		advice[count++] = "advice once";
	} else if (finding->sites.count <= LOOP_SITES_MAX) {
		advice[count++] = "advice look-up";
	}
	return count;
}

size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	static const char *const copies[] = {
		"memcpy", "memmove", "realloc", "strcpy", "stpcpy", NULL};

	/* Nor is there any on what a library prints. */
	if (finding->rule == REPORT_TRAVERSAL ||
		(finding->rule == REPORT_REWALK &&
			finding->severity == REPORT_INFO))
		return 0;
	if (report_rule_is_grown(finding->rule)) {
		advice[0] = finding->rule == REPORT_RECOMPUTED
				    ? "advice recomputed"
				    : "advice growth";
		return 1;
	}
	advice[0] = finding->rule == REPORT_SHIFT	? "advice shift"
		    : finding->rule == REPORT_OVERWRITE ? "advice overwrite"
							: "advice copy";
	if (report_rule_ranges(finding->rule) || reads_by(finding, copies))
		return 1;
	return is_text(finding) ? advise_on_text(finding, advice)
				: advise_on_cells(finding, advice);
}
