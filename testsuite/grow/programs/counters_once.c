/* SPDX-License-Identifier: MIT
 * Counters in memory, which a file gets at the end.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counter {
	char name[16];
	int count;
};
static struct counter *counter;
static size_t counters;

static void counters_bump(size_t at)
{
	if (at >= counters) {
		size_t more = 2 * at + 4;
		counter = realloc(counter, more * sizeof *counter);
		for (; counters < more; counters++)
			counter[counters] = (struct counter){"", 0};
	}
	counter[at].count++;
}

static void counters_write(FILE *file)
{
	for (size_t i = 0; i < counters; i++)
		if (counter[i].count)
			fprintf(file, "page%zu %d\n", i, counter[i].count);
}
