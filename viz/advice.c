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

static const char recomputed_advice[] =
	"Keep results by their arguments, or work them out from the smallest "
	"on.";
static const char growth_advice[] =
	"Look at what multiplies the line: the loop around it, or the callers. "
	"Then keep what was found before instead of working it out again: a "
	"length, an index, a sorted or hashed copy beside the data.";
static const char shift_advice[] =
	"What follows the place moves each time: take from the end, or keep "
	"where the rest begins and move it when half is gone (a ring buffer, "
	"<code>std::deque</code>); or mark what goes, and compact once at the "
	"end (<code>std::remove_if</code>).";
static const char overwrite_advice[] =
	"Nothing reads it between: write it once at the end, undo only what "
	"was "
	"changed, or keep a number that says of which round each entry is.";
static const char copy_advice[] =
	"All of it is copied each time: change it where it is, let its room "
	"double (<code>reserve</code> once, <code>+=</code>), pass it by "
	"reference, or keep a place in it (<code>std::string_view</code>).";
static const char length_advice[] =
	"Text is walked from its beginning each time: keep its length beside "
	"it (<code>strlen</code> in the condition of a loop).";
static const char append_advice[] =
	"Text is walked to its end each time: keep where it ends "
	"(<code>strcat</code>, <code>sprintf</code> of a text to itself).";
static const char resume_advice[] =
	"The text has grown between two walks: begin where the last walk "
	"ended, and look only at what is new.";
static const char compare_advice[] =
	"A name is compared with others, one after the other: look it up in a "
	"hash table or a sorted array, or compare numbers that stand for "
	"names.";
static const char set_advice[] =
	"The structure grows by what each walk did not find: keep a hash set "
	"of what is in it beside it, or sort once at the end and drop what is "
	"there twice.";
static const char tail_advice[] =
	"If the walk only finds the end, keep a pointer to it.";
static const char nth_advice[] =
	"If each walk goes to the next element by its number: keep a cursor "
	"where the last walk ended, or an array.";
static const char look_up_advice[] =
	"Walks of different length look for something: keep a hash set, a map, "
	"or a sorted array beside the structure, and ask that.";
static const char once_advice[] =
	"Each walk goes over the same cells and nothing has changed: walk once "
	"before the loop, keep the result in a cache, and drop it where the "
	"structure changes. If it looks for something, stop as soon as it is "
	"found.";

static size_t advise_on_text(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	static const char *const lengths[] = {"strlen", "strnlen", "wcslen",
		"sscanf", "_IO_str_init", NULL},
				 *const appends[] = {"strcat", "strncat", NULL},
				 *const compares[] = {"cmp", "equal", NULL};

	if (reads_by(finding, lengths))
		advice[0] = length_advice;
	else if (reads_by(finding, appends))
		advice[0] = append_advice;
	else if (reads_by(finding, compares))
		advice[0] = compare_advice;
	else if (advice_has_grown(finding))
		advice[0] = resume_advice;
	else if (advice_has_one_length(finding))
		advice[0] = length_advice;
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
			advice[count++] = nth_advice;
		advice[count++] = set_advice;
		if (finding->shape == REPORT_SHAPE_LINKED)
			advice[count++] = tail_advice;
	} else if (advice_has_one_length(finding)) {
		advice[count++] = once_advice;
	} else if (finding->sites.count <= LOOP_SITES_MAX) {
		advice[count++] = look_up_advice;
	}
	return count;
}

size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	static const char *const copies[] = {
		"memcpy", "memmove", "realloc", "strcpy", "stpcpy", NULL};

	if (finding->rule == REPORT_TRAVERSAL)
		return 0;
	if (report_rule_is_grown(finding->rule)) {
		advice[0] = finding->rule == REPORT_RECOMPUTED
				    ? recomputed_advice
				    : growth_advice;
		return 1;
	}
	advice[0] = finding->rule == REPORT_SHIFT	? shift_advice
		    : finding->rule == REPORT_OVERWRITE ? overwrite_advice
							: copy_advice;
	if (report_rule_ranges(finding->rule) || reads_by(finding, copies))
		return 1;
	return is_text(finding) ? advise_on_text(finding, advice)
				: advise_on_cells(finding, advice);
}
