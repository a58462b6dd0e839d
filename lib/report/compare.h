/* SPDX-License-Identifier: MIT
 * Two reports, finding by finding: what is new, gone, worse or better. Findings
 * are matched by their identity, which edits elsewhere do not change. */
#ifndef RETREAD_LIB_REPORT_COMPARE_H
#define RETREAD_LIB_REPORT_COMPARE_H

#include <stddef.h>

#include "lib/report/report.h"

enum comparison_state {
	COMPARISON_NEW,
	COMPARISON_WORSE,
	COMPARISON_BETTER,
	COMPARISON_SAME,
	COMPARISON_GONE,
	COMPARISON_STATES
};

struct comparison {
	const struct report *before, *after;
	const struct report_finding **sorted_before; /* by fingerprint */
	enum comparison_state *after_state; /* by finding; never GONE */
	bool *is_gone;			    /* by finding of BEFORE */
	/* Of findings that are shown without --all. */
	size_t count[COMPARISON_STATES];
};

/* Borrows both, which are sorted. */
void comparison_init(struct comparison *comparison, const struct report *before,
	const struct report *after);
void comparison_release(struct comparison *comparison);

/* What there was of the finding before; NULL: nothing. */
const struct report_finding *comparison_before(
	const struct comparison *comparison,
	const struct report_finding *finding);

const char *comparison_state_name(enum comparison_state state);

#endif
