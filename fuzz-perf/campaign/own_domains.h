/* SPDX-License-Identifier: MIT
 * What a campaign came to in the domains that its target registered (fuzz_domain.h). */
#ifndef RETREAD_FUZZ_PERF_CAMPAIGN_OWN_DOMAINS_H
#define RETREAD_FUZZ_PERF_CAMPAIGN_OWN_DOMAINS_H

#include <stdint.h>

#include "lib/format/perf_map.h"

struct fuzz;
struct json_value;

struct own_domain {
	const char *name, *unit;  /* UNIT "": none was said */
	uint64_t best, seed_best; /* largest value of a run, and of a seed's */
	uint32_t key;		  /* that it was reached by */
	uint32_t reached, keys;	  /* keys with a value, of all */
	uint32_t first;		  /* the first one, of all indices */
	const char *input;	  /* NULL: nothing was reached yet */
};

/* Fills LIST with those that are wanted. Returns their number. */
unsigned own_domains_list(
	const struct fuzz *fuzz, struct own_domain list[PERF_VIEWS]);

/* An array of {name, unit, best, seed_best, key, input, keys_reached, keys}. */
struct json_value *own_domains_to_json(const struct fuzz *fuzz);

#endif
