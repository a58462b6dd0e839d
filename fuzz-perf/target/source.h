/* SPDX-License-Identifier: MIT
 * Where addresses of a target are in its source, by libdwfl: symbols, debug information,
 * also what stands in a file of its own, found by build-id. */
#ifndef RETREAD_FUZZ_PERF_TARGET_SOURCE_H
#define RETREAD_FUZZ_PERF_TARGET_SOURCE_H

#include <stdint.h>

#include <elfutils/libdwfl.h>

struct debug_search;

/* Debug information of an object or a process, found in a directory, too. */
struct debug_source {
	Dwfl *dwfl; /* NULL: nothing is known */
	Dwfl_Callbacks callbacks;
	char *path, *demangled;
};

/* What is known of a return address. Texts last until the next call; "": not known. */
struct code_place {
	const char *function, *file, *object;
	unsigned line;	 /* 0: not known */
	uint64_t offset; /* in OBJECT */
};

/* debug_source_close in any case. */
void debug_source_open_process(struct debug_source *source, int pid,
	const struct debug_search *search);
/* Returns NULL if OBJECT cannot be read. */
Dwfl_Module *debug_source_open_object(struct debug_source *source,
	const char *object, const struct debug_search *search);
void debug_source_close(struct debug_source *source);

/* Of a process. */
struct code_place debug_source_find(
	struct debug_source *source, uint64_t address);

#endif
