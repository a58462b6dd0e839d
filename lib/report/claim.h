/* SPDX-License-Identifier: MIT
 * A finding in words: the one place that makes a sentence of its fields. */
#ifndef RETREAD_LIB_REPORT_CLAIM_H
#define RETREAD_LIB_REPORT_CLAIM_H

#include "lib/report/report.h"

/* The names to use in the sentence. NULL: not known. */
struct claim_names {
	const char *function; /* the one that leads */
	const char *caller;   /* the analysed one; NULL: it leads */
	const char *leaf;     /* the one that reads; NULL: the same */
	const char *root;     /* the access path to the structure */
};

/* The names as the report has them; borrowed. */
struct claim_names claim_names(const struct report_finding *finding);

/* "f walks the array at list repeatedly through g: 4 walks of ..." Free it. */
char *claim_dup(const struct report_finding *finding);
char *claim_named_dup(
	const struct report_finding *finding, const struct claim_names *names);

/* The same as a title, shorter: what is walked, and how often. Free it. */
char *claim_title_dup(
	const struct report_finding *finding, const struct claim_names *names);

#endif
