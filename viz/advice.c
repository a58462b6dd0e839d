/* SPDX-License-Identifier: MIT
 * What usually fixes a finding. */
#include "config.h"

#include "viz/advice.h"

#include <stdbool.h>
#include <string.h>

static bool is_text(const struct report_finding *finding)
{
	const char *type = finding->structure_type;

	return type != NULL && (strcmp(type, "char") == 0 ||
				       strcmp(type, "unsigned char") == 0 ||
				       strcmp(type, "const char") == 0);
}

/* Walks that end early look for something. */
static bool looks_up(const struct report_finding *finding)
{
	return finding->evidence.walk_length.min <
	       finding->evidence.walk_length.max;
}

static bool is_linked(const struct report_finding *finding)
{
	return finding->field != NULL && strchr(finding->field, '[') == NULL;
}

size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX])
{
	size_t count = 0;

	if (finding->rule == REPORT_TRAVERSAL)
		return 0;
	if (is_text(finding))
		advice[count++] =
			"Text is walked from its beginning each time: keep its "
			"length, or where the last walk ended, beside it "
			"(<code>strlen</code> in the condition of a loop, "
			"<code>strcat</code>, <code>sscanf</code>).";
	else if (looks_up(finding))
		advice[count++] =
			"Walks of different length look for something: keep a "
			"hash set, a map, or a sorted array beside the "
			"structure, and ask that.";
	if (!looks_up(finding))
		advice[count++] =
			"Each walk goes over the same cells and nothing has "
			"changed: walk once before the loop, keep the result, "
			"and drop it where the structure changes.";
	if (count < ADVICE_MAX && is_linked(finding))
		advice[count++] =
			"If the walk only finds the end, keep a pointer to "
			"it.";
	return count;
}
