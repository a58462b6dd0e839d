/* SPDX-License-Identifier: MIT
 * The budget of a hunt, as shares for its stages. */
#ifndef RETREAD_CLI_PROVE_HUNT_BUDGET_H
#define RETREAD_CLI_PROVE_HUNT_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct error;

struct hunt_budget {
	uint64_t started_ms, end_ms; /* a time; 0: it is in edges */
	uint64_t edges;		     /* what is left of them */
};

/* TEXT is a time (60s, 10m, 1h) or a number of executed edges (500M, 2G). */
int hunt_budget_parse(
	struct hunt_budget *budget, const char *text, struct error *err);

/* Nothing that is worth a start is left. */
bool hunt_budget_is_over(const struct hunt_budget *budget);

/* Whole seconds that are left, 0 for a budget in edges. */
uint64_t hunt_budget_seconds(const struct hunt_budget *budget);

/* A PERCENT of one of COUNT equal shares of what is left, as an option's value:
 * "12s", "300M". Of edges it is taken. Free it. */
char *hunt_budget_share(
	struct hunt_budget *budget, uint64_t count, unsigned percent);

/* Milliseconds since the start. */
uint64_t hunt_budget_elapsed_ms(const struct hunt_budget *budget);

#endif
