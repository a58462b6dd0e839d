/* SPDX-License-Identifier: MIT
 * Files that a campaign writes and finds again: queue, crashes, maxima. */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_PERSIST_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_PERSIST_H

#include <stdio.h>

struct error;
struct fuzz;

/* Opens OUT/INSTANCE; runs what is in its queue, then the seeds. Refuses a
 * directory that another build of the target filled. */
int persist_open(struct fuzz *fuzz, struct error *err);

/* Reads the head of another perf_max. Fails if it is of another build. */
int persist_check_build(
	struct fuzz *fuzz, const char *path, FILE *file, struct error *err);
/* In hexadecimal; "none" without one. */
char *persist_build_id_dup(const struct fuzz *fuzz);

/* Statistics every few seconds, maxima every now and then. */
int persist_now_and_then(struct fuzz *fuzz, struct error *err);
void persist_all(struct fuzz *fuzz);

#endif
