/* SPDX-License-Identifier: MIT
 * Writes messages to a log. Most are written once, one comes three times. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGES 16

struct log {
	size_t bytes;
};

void log_write(struct log *log, const char *message)
{
	log->bytes += strlen(message) + 1;
}

void log_write_all(struct log *log, char *const *message, int count)
{
	for (int i = 0; i < count; i++)
		log_write(log, message[i]);
}

int main(void)
{
	char *message[MESSAGES + 2], *text[MESSAGES];
	struct log log = {0};
	int count = 0;

	for (int i = 0; i < MESSAGES; i++) {
		text[i] = malloc(64);
		snprintf(text[i], 64, "client %d asked for a page of %.*s",
			100 + i, i % 5, "abcde");
		message[count++] = text[i];
		if (i == 7 || i == 12)
			message[count++] = text[3];
	}
	log_write_all(&log, message, count);
	assert(log.bytes > 32 * (size_t)count);
	for (int i = 0; i < MESSAGES; i++)
		free(text[i]);
	return 0;
}
