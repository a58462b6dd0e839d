/* SPDX-License-Identifier: MIT
 * How near the process is to its memory limit.
 *
 * What counts is what the system counts, the resident size: the allocator keeps
 * a third for itself, and tables double. So the steps down begin early, and
 * leave room for what still grows and for the report. */
#ifndef RETREAD_ANALYZER_PROGRAM_MEMORY_WATCH_H
#define RETREAD_ANALYZER_PROGRAM_MEMORY_WATCH_H

#include <stdint.h>

enum memory_state {
	MEMORY_PLENTY,
	MEMORY_TIGHT, /* drop the finest detail */
	MEMORY_FULL   /* follow nothing new */
};

struct memory_watch {
	uint64_t bytes_max; /* 0: no limit */
	int status;	    /* /proc/self/statm, -1: cannot be known */
	enum memory_state state;
};

void memory_watch_init(struct memory_watch *watch, uint64_t bytes_max);
void memory_watch_release(struct memory_watch *watch);

/* Looks again; BYTES_ASIDE of the process do not count. States only rise: what was not
 * followed for a while cannot be judged afterwards. */
enum memory_state memory_watch_look(
	struct memory_watch *watch, uint64_t bytes_aside);

/* Of the limit, for records of re-walks. 0: no limit. */
uint64_t memory_watch_records(uint64_t bytes_max);

#endif
