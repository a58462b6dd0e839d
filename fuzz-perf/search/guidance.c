/* SPDX-License-Identifier: MIT
 * Guidances by name: a row says what a search keeps, and what it chooses. */
#include "config.h"

#include "fuzz-perf/search/guidance.h"

#include <stddef.h>
#include <string.h>

#include "lib/error.h"

#include "fuzz-perf/search/children.h"

static const struct guidance guidances[] = {
	/* PerfFuzz: chapter 4 of the dissertation. */
	{"perf", "perf", false, false, children_of_champion, children_reward,
		NULL},
	{"coverage", "coverage", true, false, children_of_champion,
		children_reward, NULL},
	/* Coverage of all inputs and that of valid ones: section 5.2.2. */
	{"zest", "coverage,valid", true, true, children_of_champion,
		children_reward, NULL},
	/* SlowFuzz: the one sum of all edges is what counts. */
	{"slow", "slow", false, false, children_of_champion, children_reward,
		NULL},
	/* QuickCheck: what the generator, or chance, makes. */
	{"random", "coverage,valid", false, false, children_by_chance,
		children_note, NULL},
};

const struct guidance *guidance_default(void)
{
	return &guidances[0];
}

const struct guidance *guidance_find(const char *name, struct error *err)
{
	if (strchr(name, '/'))
		return guidance_load(name, err);
	for (size_t i = 0; i < sizeof guidances / sizeof guidances[0]; i++)
		if (!strcmp(guidances[i].name, name))
			return &guidances[i];
	error_set(err,
		"--guidance: \"%s\" is not one of perf, coverage, zest, slow, "
		"random, and not the path of a shared object (./mine.so)",
		name);
	return NULL;
}

void guidance_close(const struct guidance *guidance)
{
	if (guidance && guidance->close)
		guidance->close(guidance);
}
