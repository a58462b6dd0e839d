/* SPDX-License-Identifier: MIT
 * The recording by its manifest.json: versions, commands, tests that are
 * missing. */
#ifndef RETREAD_VIZ_RECORDED_H
#define RETREAD_VIZ_RECORDED_H

#include <stddef.h>

struct arena;

struct recorded_command {
	const char *test;
	const char *program;
	const char *build_id; /* NULL: not known */
	size_t processes;     /* recorded; 0: the test is missing */
	double seconds;
	double native_seconds; /* without the recorder; 0: not known */
};

/* All text lives as long as the arena; NULL: not known. */
struct recorded {
	const char *retread, *valgrind, *system, *host, *id;
	const struct recorded_command *command;
	size_t command_count;
	size_t missing_count; /* commands of which nothing was recorded */
};

/* Reads DIRECTORY/manifest.json. One that is not there, or damaged, tells
 * nothing. DIRECTORY may be NULL. */
void recorded_read(
	struct recorded *recorded, const char *directory, struct arena *arena);

/* How many times slower TEST was under the recorder; 0: not known. */
double recorded_slowdown(const struct recorded *recorded, const char *test);

#endif
