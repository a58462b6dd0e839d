/* SPDX-License-Identifier: MIT
 * The budget of a hunt, as shares for its stages. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <stdlib.h>

#include "lib/clock.h"
#include "lib/command/options.h"
#include "lib/error.h"
#include "lib/memory.h"

#define LEAST_MS    1000    /* worth a start */
#define LEAST_EDGES 1000000 /* as `retread prove` takes */

int hunt_budget_begin(struct hunt_budget *budget, uint64_t seconds,
	const char *edges, struct error *err)
{
	*budget = (struct hunt_budget){.started_ms = clock_ms()};
	if (edges &&
		options_parse_budget(edges, &seconds, &budget->edges, err)) {
		error_add_context(err, "--budget");
		return -1;
	}
	if (seconds > 0)
		budget->end_ms = budget->started_ms + seconds * 1000;
	return 0;
}

static uint64_t left_ms(const struct hunt_budget *budget)
{
	uint64_t now = clock_ms();

	return now < budget->end_ms ? budget->end_ms - now : 0;
}

bool hunt_budget_is_over(const struct hunt_budget *budget)
{
	return budget->end_ms ? left_ms(budget) < LEAST_MS
			      : budget->edges < LEAST_EDGES;
}

uint64_t hunt_budget_seconds(const struct hunt_budget *budget)
{
	return budget->end_ms ? left_ms(budget) / 1000 : 0;
}

char *hunt_budget_share(
	struct hunt_budget *budget, uint64_t count, unsigned percent)
{
	uint64_t left = budget->end_ms ? left_ms(budget) : budget->edges;
	uint64_t share = left / count * percent / 100;

	if (budget->end_ms)
		return memory_format("%llus",
			(unsigned long long)(share < 1000 ? 1 : share / 1000));
	if (share < LEAST_EDGES)
		share = LEAST_EDGES;
	budget->edges -= share < left ? share : left;
	return memory_format(
		"%lluM", (unsigned long long)(share / LEAST_EDGES));
}

uint64_t hunt_budget_elapsed_ms(const struct hunt_budget *budget)
{
	return clock_ms() - budget->started_ms;
}
