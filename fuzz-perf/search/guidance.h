/* SPDX-License-Identifier: MIT
 * Guidances by name: a row says what a search keeps, and what it chooses. */
#ifndef RETREAD_FUZZ_PERF_SEARCH_GUIDANCE_H
#define RETREAD_FUZZ_PERF_SEARCH_GUIDANCE_H

#include <stdbool.h>

struct error;

struct guidance {
	const char *name;
	const char *domains; /* unless --domain says */
	bool is_blind;	     /* no input has a parent */
	bool weighs_cost; /* slow inputs and what makes them have to find more */
	bool prefers_valid; /* half of the choices are of valid inputs */
};

/* NULL with ERR filled: there is none of that name. */
const struct guidance *guidance_find(const char *name, struct error *err);

#endif
