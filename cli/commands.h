/* SPDX-License-Identifier: MIT
 * Lists of commands: one a line, split into words as a shell does. */
#ifndef RETREAD_CLI_COMMANDS_H
#define RETREAD_CLI_COMMANDS_H

#include <stddef.h>

struct error;

struct commands {
	char ***command; /* each NULL-ended */
	size_t count;
	size_t capacity;
};

/* Reads FILE. Quotes and backslashes work, `#` begins a comment, empty lines
 * are skipped; nothing is expanded. */
int commands_read(
	struct commands *commands, const char *file, struct error *err);
void commands_release(struct commands *commands);

/* COMMAND as it would be typed. Free it. */
char *commands_text(char *const *command);

#endif
