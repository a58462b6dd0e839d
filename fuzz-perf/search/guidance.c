/* SPDX-License-Identifier: MIT
 * Guidances by name: a row says what a search keeps, and what it chooses. */
#include "config.h"

#include "fuzz-perf/search/guidance.h"

#include <stddef.h>
#include <string.h>

#include "lib/error.h"

static const struct guidance guidances[] = {
	/* PerfFuzz: chapter 4 of the dissertation. */
	{"perf", "perf", false, false, false},
	{"coverage", "coverage", false, true, false},
	/* Coverage of all inputs and that of valid ones: section 5.2.2. */
	{"zest", "coverage,valid", false, true, true},
	/* QuickCheck: what the generator, or chance, makes. */
	{"random", "coverage,valid", true, false, false},
};

const struct guidance *guidance_find(const char *name, struct error *err)
{
	for (size_t i = 0; i < sizeof guidances / sizeof guidances[0]; i++)
		if (!strcmp(guidances[i].name, name))
			return &guidances[i];
	error_set(err,
		"--guidance: \"%s\" is not one of perf, coverage, zest, random",
		name);
	return NULL;
}
