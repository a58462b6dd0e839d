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

/* Walks that end early look for something. */
static bool advice_looks_up(const struct report_finding *finding)
{
	return finding->evidence.walk_length.min <
	       finding->evidence.walk_length.max;
}

/* Each walk of the example is longer than the one before, and little of it is
 * new: something is looked for and then added. */
static bool advice_has_grown(const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;

	for (size_t i = 1; i < evidence->walk_count; i++)
		if (evidence->walk[i].length <= evidence->walk[i - 1].length ||
			evidence->walk[i].again < evidence->walk[i - 1].length)
			return false;
	return evidence->walk_count >= 3;
}

static bool is_linked(const struct report_finding *finding)
{
	return finding->field && !strchr(finding->field, '[');
}

size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	size_t count = 0;

	if (finding->rule == REPORT_TRAVERSAL)
		return 0;
	if (finding->rule == REPORT_SHIFT) {
		advice[count++] =
			"What follows the place moves each time: take from "
			"the end, or keep where the rest begins and move it "
			"when half is gone (a ring buffer, "
			"<code>std::deque</code>); or mark what goes, and "
			"compact once at the end "
			"(<code>std::remove_if</code>).";
		return count;
	}
	if (finding->rule == REPORT_COPY) {
		advice[count++] =
			"All of it is copied each time: change it where it is, "
			"let its room double (<code>reserve</code> once, "
			"<code>+=</code>), pass it by reference, or keep a "
			"place in it (<code>std::string_view</code>).";
		return count;
	}
	if (is_text(finding))
		advice[count++] =
			"Text is walked from its beginning each time: keep its "
			"length, or where the last walk ended, beside it "
			"(<code>strlen</code> in the condition of a loop, "
			"<code>strcat</code>, <code>sscanf</code>).";
	else if (advice_has_grown(finding))
		advice[count++] =
			"The structure grows by what each walk did not find: "
			"keep a hash set of what is in it beside it, or sort "
			"once at the end and drop what is there twice.";
	else if (advice_looks_up(finding))
		advice[count++] =
			"Walks of different length look for something: keep a "
			"hash set, a map, or a sorted array beside the "
			"structure, and ask that.";
	if (!advice_looks_up(finding))
		advice[count++] =
			"Each walk goes over the same cells and nothing has "
			"changed: walk once before the loop, keep the result "
			"in a cache, and drop it where the structure changes. "
			"If it looks for something, stop as soon as it is "
			"found.";
	if (count < ADVICE_MAX && is_linked(finding))
		advice[count++] =
			"If the walk only finds the end, keep a pointer to "
			"it.";
	return count;
}
