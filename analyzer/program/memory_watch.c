/* SPDX-License-Identifier: MIT
 * How near the process is to its memory limit. */
#include "config.h"

#include "analyzer/program/memory_watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Parts of the limit. Beyond FULL, records may grow by RECORDS; the rest is for
 * the client's blocks and the report. */
#define TIGHT	0.50
#define FULL	0.65
#define RECORDS 0.15

void memory_watch_init(struct memory_watch *watch, uint64_t bytes_max)
{
	*watch = (struct memory_watch){.bytes_max = bytes_max, .status = -1};
	if (bytes_max != 0)
		watch->status = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

void memory_watch_release(struct memory_watch *watch)
{
	if (watch->status >= 0)
		close(watch->status);
}

/* 0 if it cannot be known. */
static uint64_t resident_bytes(const struct memory_watch *watch)
{
	char text[128];
	unsigned long long pages;
	ssize_t got = pread(watch->status, text, sizeof text - 1, 0);

	if (got <= 0)
		return 0;
	text[got] = '\0';
	if (sscanf(text, "%*u %llu", &pages) != 1)
		return 0;
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

enum memory_state memory_watch_look(
	struct memory_watch *watch, uint64_t bytes_aside)
{
	double bytes;

	if (watch->status < 0 || watch->state == MEMORY_FULL)
		return watch->state;
	bytes = (double)resident_bytes(watch) - (double)bytes_aside;
	if (bytes > FULL * (double)watch->bytes_max)
		watch->state = MEMORY_FULL;
	else if (bytes > TIGHT * (double)watch->bytes_max)
		watch->state = MEMORY_TIGHT;
	return watch->state;
}

uint64_t memory_watch_records(uint64_t bytes_max)
{
	return (uint64_t)(RECORDS * (double)bytes_max);
}
