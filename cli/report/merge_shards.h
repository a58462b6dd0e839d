/* SPDX-License-Identifier: MIT
 * The shards of a plan, joined. */
#ifndef RETREAD_CLI_REPORT_MERGE_SHARDS_H
#define RETREAD_CLI_REPORT_MERGE_SHARDS_H

#include <stddef.h>

#include "lib/command/options.h"

struct error;
struct report;

struct merge_shards {
	const char *plan;  /* file */
	char *const *root; /* directories that hold shards/PLAN/K */
	size_t root_count;
	const struct option_texts *map;
};

/* Joins the shards that are in the roots, the first root of a shard having the word.
 * Names those that are missing, damaged or of something else on standard output, and
 * counts them in *MISSING. Returns 0, or -1 with ERR filled, when shards contradict
 * each other. */
int merge_shards(const struct merge_shards *options, struct report *report,
	size_t *missing, struct error *err);

#endif
