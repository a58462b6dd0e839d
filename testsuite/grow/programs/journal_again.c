/* SPDX-License-Identifier: MIT
 * The sum of all bytes is worked out again for each entry.
 * label: grows journal_sum n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char journal[1 << 18];
static size_t journal_length;
static unsigned journal_known;

static unsigned __attribute__((noinline)) journal_sum(void)
{
	unsigned sum = 1;
	for (size_t i = 0; i < journal_length; i++)
		sum = sum * 31 + journal[i];
	return sum;
}

static void journal_add(const char *entry)
{
	size_t length = strlen(entry);
	memcpy(journal + journal_length, entry, length);
	journal_length += length;
	journal_known = journal_sum();
}
