/* SPDX-License-Identifier: MIT
 * Messages in one text, each put at its end, which is looked for.
 * label: grows log_add n^2 */
#include <stdlib.h>
#include <string.h>

struct log {
	char *text;
	size_t room;
};

void log_open(struct log *log)
{
	log->room = 16;
	log->text = malloc(log->room);
	log->text[0] = 0;
}

void log_add(struct log *log, const char *message)
{
	while (strlen(log->text) + strlen(message) + 2 > log->room) {
		log->room *= 2;
		log->text = realloc(log->text, log->room);
	}
	strcat(log->text, message);
	strcat(log->text, "\n");
}

void log_close(struct log *log)
{
	free(log->text);
}
