/* SPDX-License-Identifier: MIT
 * Which keys count: --domain. */
#ifndef RETREAD_FUZZ_PERF_TARGET_DOMAINS_H
#define RETREAD_FUZZ_PERF_TARGET_DOMAINS_H

#include <stdbool.h>

struct error;
struct execute;

#define DOMAINS_CUSTOM 8

/* Domains chosen by LIST ("perf,mem"). */
struct domains {
	bool perf, slow, mem, bytes, cmp, valid, diff;
	char custom[DOMAINS_CUSTOM][24]; /* names the target registers */
	unsigned custom_count;
};

int domains_parse(struct domains *domains, const char *list, struct error *err);

/* Tells the running target. Fails if it lacks what a domain needs. */
int domains_apply(const struct domains *domains, struct execute *execute,
	struct error *err);

#endif
