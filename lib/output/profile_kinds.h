/* SPDX-License-Identifier: MIT
 * The profilers that inputs are handed over to. `retread export --profile` runs
 * them, and leaves KIND.difference.folded for the pages. */
#ifndef RETREAD_LIB_OUTPUT_PROFILE_KINDS_H
#define RETREAD_LIB_OUTPUT_PROFILE_KINDS_H

enum profile_kind {
	PROFILE_CALLGRIND,
	PROFILE_MASSIF,
	PROFILE_DHAT,
	PROFILE_PERF,
	PROFILE_KINDS
};

static const char *const profile_kind_names[] = {
	"callgrind", "massif", "dhat", "perf", 0};

/* The event that is counted. */
static const char *const profile_kind_units[] = {
	"instructions", "bytes at the peak", "bytes allocated", "samples"};

#endif
