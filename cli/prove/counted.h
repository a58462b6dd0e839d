/* SPDX-License-Identifier: MIT
 * The reads of a finding's own sites, as a recording has counted them by line. */
#ifndef RETREAD_CLI_PROVE_COUNTED_H
#define RETREAD_CLI_PROVE_COUNTED_H

#include <stdint.h>

struct report_finding;

/* Adds to *READS those in all processes of RUN, a folder of results that has counts, where
 * the sites and the way to them are FINDING's; *PLAIN gets no reads of string functions. */
void prove_counted_add(const char *run, const struct report_finding *finding,
	uint64_t *reads, uint64_t *plain);

#endif
