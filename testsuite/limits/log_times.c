/* SPDX-License-Identifier: MIT
 * Times in a log, in a format that the user has chosen. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct journal {
	char *format;
	size_t bytes;
};

void journal_add(struct journal *journal, const struct tm *when)
{
	char text[64];

	journal->bytes += strftime(text, sizeof text, journal->format, when);
}

void journal_add_hours(struct journal *journal, int count)
{
	struct tm when = {.tm_year = 125, .tm_mon = 10, .tm_mday = 20};

	for (int i = 0; i < count; i++) {
		when.tm_hour = i;
		journal_add(journal, &when);
	}
}

int main(void)
{
	struct journal journal = {strdup("%Y-%m-%d %H:%M:%S"), 0};

	journal_add_hours(&journal, 8);
	assert(journal.bytes == 8 * 19);
	free(journal.format);
	return 0;
}
