/* SPDX-License-Identifier: MIT
 * A finding of the rule rewalk, and reports that have it. */
#ifndef RETREAD_TESTSUITE_UNIT_WALK_REPORT_H
#define RETREAD_TESTSUITE_UNIT_WALK_REPORT_H

#include "lib/report/report.h"

/* Its context: two functions, which its findings borrow. */
#define WALK_AEC_COUNT 2
extern struct report_place walk_aec[WALK_AEC_COUNT];

/* A finding as the analyzer adds it. */
struct report_finding walk_finding(void);
/* READS with everything that evidence can have. */
struct report_evidence walk_evidence(uint64_t reads);
struct report_process walk_process(unsigned pid);

/* Makes REPORT one of process PID with FINDING. Release it. */
void make_walk_report(struct report *report, unsigned pid,
	const struct report_finding *finding);

#endif
