/* SPDX-License-Identifier: MIT
 * The meter of a campaign: its numbers are in the file that METER names, which all
 * processes of the campaign share. For AFL++, which knows nothing of validity, it keeps
 * valid texts that cover what no valid one did, in the folder METER.texts. */
#include "bench/generate/meter.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BUGS  16
#define EDGES (1 << 18)

extern uint8_t *__afl_area_ptr __attribute__((weak));
extern uint32_t __afl_map_size __attribute__((weak));

static struct meter {
	uint64_t runs, valid, texts;
	uint64_t found[BUGS]; /* in which run, 0: not yet */
	uint8_t seen[EDGES];
} *meter;
static uint32_t met; /* bugs of this run */

static void open_meter(void)
{
	const char *path = getenv("METER");
	int fd = path ? open(path, O_RDWR | O_CREAT, 0666) : -1;

	meter = MAP_FAILED;
	if (fd >= 0 && !ftruncate(fd, sizeof *meter))
		meter = mmap(NULL, sizeof *meter, PROT_READ | PROT_WRITE,
			MAP_SHARED, fd, 0);
	if (meter == MAP_FAILED)
		meter = calloc(1, sizeof *meter);
}

void meter_bug(unsigned number)
{
	met |= 1u << number;
}

static bool covers_more(void)
{
	bool is_more = false;

	for (uint32_t i = 0; i < __afl_map_size && i < EDGES; i++)
		if (__afl_area_ptr[i] && !meter->seen[i])
			is_more = meter->seen[i] = 1;
	return is_more;
}

static void keep(const char *text, size_t length)
{
	char path[4096];

	snprintf(path, sizeof path, "%s.texts/%06llu", getenv("METER"),
		(unsigned long long)meter->texts++);
	FILE *file = fopen(path, "wb");
	if (!file)
		return;
	fwrite(text, 1, length, file);
	fclose(file);
}

void meter_run(bool is_valid, const char *text, size_t length)
{
	if (!meter)
		open_meter();
	meter->runs++;
	if (is_valid) {
		meter->valid++;
		for (unsigned i = 0; i < BUGS; i++)
			if (met >> i & 1 && !meter->found[i])
				meter->found[i] = meter->runs;
		if (&__afl_area_ptr && getenv("METER") && covers_more())
			keep(text, length);
	}
	met = 0;
}
