/* SPDX-License-Identifier: MIT
 * What a campaign of `retread hls fuzz` found. */
#ifndef RETREAD_FUZZ_PERF_HLS_REPORT_H
#define RETREAD_FUZZ_PERF_HLS_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/* Prints the symptoms in DIRECTORY, a list that ends with a NULL, in the order of their ids
 * and each once, and writes them as JSON to SAVE unless that is NULL; *COUNT is how many there
 * are. Returns 0, or -1 with ERR filled. */
int report_symptoms(char *const *directory, bool json, const char *save,
	size_t *count, struct error *err);

#endif
