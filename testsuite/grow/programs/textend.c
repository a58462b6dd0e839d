/* SPDX-License-Identifier: MIT
 * The same with a length that is kept.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct log {
	char *text;
	size_t length, room;
};

void log_open(struct log *log)
{
	log->room = 16;
	log->length = 0;
	log->text = malloc(log->room);
	log->text[0] = 0;
}

void log_add(struct log *log, const char *message)
{
	size_t length = strlen(message);

	while (log->length + length + 2 > log->room) {
		log->room *= 2;
		log->text = realloc(log->text, log->room);
	}
	memcpy(log->text + log->length, message, length);
	log->length += length;
	log->text[log->length++] = '\n';
	log->text[log->length] = 0;
}

void log_close(struct log *log)
{
	free(log->text);
}
