/* SPDX-License-Identifier: MIT
 * The sum goes on where it was.
 * label: linear journal_sum */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char journal[1 << 18];
static size_t journal_length, journal_summed;
static unsigned journal_known = 1;

static void __attribute__((noinline)) journal_sum(void)
{
	for (; journal_summed < journal_length; journal_summed++)
		journal_known = journal_known * 31 + journal[journal_summed];
}

static void journal_add(const char *entry)
{
	size_t length = strlen(entry);
	memcpy(journal + journal_length, entry, length);
	journal_length += length;
	journal_sum();
}
