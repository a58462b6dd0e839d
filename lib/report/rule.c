/* SPDX-License-Identifier: MIT
 * What the rules are called, and whether their findings have cells or ranges. */
#include "config.h"

#include "lib/report/report.h"

const char *const report_rules[] = {"redundant", "rewalk", "traversal", "shift",
	"copy", "growth", "overwrite", "recomputed", NULL};

bool report_rule_is_judged(enum report_rule rule)
{
	return rule == REPORT_REWALK || rule == REPORT_SHIFT ||
	       rule == REPORT_COPY || rule == REPORT_OVERWRITE;
}

const struct report_ranges *report_rule_ranges(enum report_rule rule)
{
	static const struct report_ranges shift = {"shifts", "shift", "moved"},
					  copy = {"copies", "copy", "copied"},
					  overwrite = {"overwrites", "write",
						  "written"};

	return rule == REPORT_SHIFT	  ? &shift
	       : rule == REPORT_COPY	  ? &copy
	       : rule == REPORT_OVERWRITE ? &overwrite
					  : NULL;
}

bool report_rule_is_grown(enum report_rule rule)
{
	return rule == REPORT_GROWTH || rule == REPORT_RECOMPUTED;
}

const char *report_rule_kind(enum report_rule rule)
{
	static const char *const kinds[] = {
		[REPORT_REDUNDANT] = "Redundant",
		[REPORT_REWALK] = "Rewalk",
		[REPORT_TRAVERSAL] = "Traversal",
		[REPORT_SHIFT] = "Shift",
		[REPORT_COPY] = "Copy",
		[REPORT_GROWTH] = "Growth",
		[REPORT_OVERWRITE] = "Overwrite",
		[REPORT_RECOMPUTED] = "Recomputed",
	};

	return kinds[rule];
}

const char *report_rule_name(enum report_rule rule)
{
	return report_rules[rule];
}
