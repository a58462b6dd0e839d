/* SPDX-License-Identifier: MIT
 * Guidances: a row says what a search keeps, which inputs it runs, and what it makes of
 * their results (the interface of section 5.3.1, for a batch of inputs at a time). A shared
 * object may bring one (runtime/guidance.h). */
#ifndef RETREAD_FUZZ_PERF_SEARCH_GUIDANCE_H
#define RETREAD_FUZZ_PERF_SEARCH_GUIDANCE_H

#include <stdbool.h>

struct batch;
struct error;
struct fuzz;

struct guidance {
	const char *name;
	const char *domains; /* unless --domain says */
	bool weighs_cost; /* slow inputs and what makes them have to find more */
	bool prefers_valid; /* half of the choices are of valid inputs */
	/* Puts inputs into the first slots of the target and sets BATCH's count. None: ask
	 * again, or the search has ended if the campaign's HAS_ENDED is set. */
	int (*get_inputs)(
		struct fuzz *fuzz, struct batch *batch, struct error *err);
	/* They were run, and what they reached is in the corpus. */
	void (*handle_results)(struct fuzz *fuzz, struct batch *batch);
	void (*close)(
		const struct guidance *guidance); /* NULL: nothing to do */
};

/* The one called NAME, or of the shared object at the path NAME, which has a slash. NULL
 * with ERR filled: there is none. */
const struct guidance *guidance_find(const char *name, struct error *err);
/* Without a name. */
const struct guidance *guidance_default(void);
void guidance_close(const struct guidance *guidance);

/*--- guidance_object.c ---*/

const struct guidance *guidance_load(const char *path, struct error *err);

#endif
