/* SPDX-License-Identifier: MIT
 * From names and lines of the source to the counters that are meant. */
#ifndef RETREAD_FUZZ_PERF_TARGET_AIM_H
#define RETREAD_FUZZ_PERF_TARGET_AIM_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct execute;
struct log;

/* The user's wishes: places are functions, with or without the scopes that they
 * are in ("list::has"), or FILE:LINE; lines are FILE:LINE. */
struct aim_names {
	const char *const *place, *const *line;
	size_t place_count, line_count;
};

/* The counters that are meant, by key: those at places, and of them those that
 * say how often a line runs. Compilers differ in which line of a statement it is:
 * if no counter has that line, it is the last one before it. */
struct aim {
	bool *at_place, *at_line;
	size_t place_count, line_count; /* how many they are */
};

/* Returns -1 with ERR filled if nothing is at a place. Lines may have nothing.
 * Release AIM in any case. */
int aim_take(struct aim *aim, struct execute *execute,
	const struct aim_names *names, const struct log *log,
	struct error *err);
void aim_release(struct aim *aim);

/* The last line of LINES, as in perf_place, that is not after LINE; 0: none. */
unsigned long aim_last_line(const char *lines, unsigned long line);

#endif
