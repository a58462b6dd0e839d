/* SPDX-License-Identifier: MIT
 * Grows a test in place, knob by knob, and judges what its findings walk then. */
#ifndef RETREAD_CLI_PROVE_TESTED_H
#define RETREAD_CLI_PROVE_TESTED_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/prove/points.h"
#include "lib/error.h"
#include "lib/report/report.h"

struct arguments;
struct kept_runs;
struct recorded_command;
struct scratch;
struct prove_grow;

#define TESTED_KNOBS_MAX 8	 /* that are set together */
#define TESTED_FILE	 "file:" /* begins the name of a knob that is a file */

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
	bool is_missing; /* it was not there when the test was run again */
	size_t flat;	 /* ways that gave no more than in proportion */
	bool is_settled; /* it grows, or not by as many ways as are enough */
	/* Some knob made its walks more and longer, though no law is shown. */
	bool is_doubtful;
	bool is_told;	     /* the course's GROWS was called */
	char *change, *only; /* that POINTS borrow; free it */
	/* The same, each, NULL-ended. */
	char *knob[TESTED_KNOBS_MAX + 1], *knob_place[TESTED_KNOBS_MAX + 1];
};

/* What is known of a test after its knobs were set, one after the other. */
struct tested_course {
	struct arguments
		*command;      /* gets its words, if it could be run alone */
	size_t knobs, reached; /* tried; that changed some walk */
	size_t recordings;     /* that were made; others were kept */
	bool is_missing;       /* the first finding was not there in any run */
	bool is_late;	       /* then: as the test did not end in time */
	bool is_short; /* or as that takes more memory than an analysis may have */
	bool is_complete; /* all knobs were tried, or all findings decided */
	int signal;
	struct error why; /* it cannot be grown; empty: it can */
	char *tried;	  /* "4 LOOP, 12 TEXT"; NULL: nothing was. Free it. */
	/* NULL, or called once for each finding as soon as it is known to grow. */
	void (*grows)(void *with, struct tested_finding *tested,
		const struct tested_course *course);
	void *with;
};

/* The witness of FINDING with the longest walk among those of the test TEST; of all, if
 * TEST is NULL. */
const struct report_witness *prove_tested_witness(
	const struct report_finding *finding, const char *test);

/* The test that walks what FINDING is, by WITNESS unless that is the longest walk, and its own
 * way begins there. Its function may be NULL: it is not known. */
const struct report_place *prove_tested_place(
	const struct report_finding *finding,
	const struct report_witness *witness);

/* The words of COMMAND in SCRATCH; of what only starts PROGRAM, the program alone. */
void prove_tested_words(const struct recorded_command *command,
	const struct scratch *scratch, const char *program,
	struct arguments *words);

/* Grows the test with the longest walk of the first of the COUNT findings in TESTED, until
 * all are decided, or REQUEST's time is over. Each run serves them all, and is taken from
 * KEPT if it is there. Returns 0, or the exit code of a failure that was told. */
int prove_tested(const struct prove_grow *request, struct kept_runs *kept,
	struct tested_finding *tested, size_t count,
	struct tested_course *course);

/* Adds to POINTS of TESTED what COURSE tried. */
void prove_tested_note(const struct tested_finding *tested,
	const struct tested_course *course, struct prove_points *points);

/* Does it say more than the calls of its finding that were recorded? */
bool prove_tested_says_more(const struct tested_finding *tested);

#endif
