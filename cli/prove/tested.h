/* SPDX-License-Identifier: MIT
 * Grows a test in place, knob by knob, and judges what its findings walk then. */
#ifndef RETREAD_CLI_PROVE_TESTED_H
#define RETREAD_CLI_PROVE_TESTED_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/prove/points.h"
#include "lib/report/report.h"

struct prove_grow;

/* From the least; it never goes down. */
enum tested_verdict {
	TESTED_NOT_SHOWN, /* nothing changed what it walks */
	TESTED_DOES_NOT_GROW /* its walks became more or longer, never both */,
	TESTED_GROWS
};

/* A finding of a test, and what speaks for the verdict. */
struct tested_finding {
	const struct report_finding *finding;
	struct prove_points points; /* release them */
	enum tested_verdict verdict;
	char *change, *only; /* that POINTS borrow; free it */
	char *knob[3];	     /* the same, each */
};

/* What is known of a test after its knobs were set, one after the other. */
struct tested_course {
	struct arguments
		*command;      /* gets its words, if it could be run alone */
	size_t knobs, reached; /* tried; that changed some walk */
	size_t recordings;
	bool is_missing; /* the first finding was not there in any run */
	int signal;
};

/* Grows the test with the longest walk of the first of the COUNT findings in TESTED, until
 * all are decided, or REQUEST's time is over. Each run serves them all. Returns 0, or the
 * exit code of a failure that was told. */
int prove_tested(const struct prove_grow *request,
	struct tested_finding *tested, size_t count,
	struct tested_course *course);

void prove_tested_release(struct tested_finding *tested, size_t count);

#endif
