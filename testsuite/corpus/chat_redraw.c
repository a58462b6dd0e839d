/* SPDX-License-Identifier: MIT
 * After each message all of the conversation is printed again. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chat {
	char *text;
	size_t length;
};

void chat_draw(const struct chat *chat, FILE *out)
{
	fprintf(out, "--\n%s", chat->text);
}

void chat_add(struct chat *chat, const char *message, FILE *out)
{
	size_t length = strlen(message);

	memcpy(chat->text + chat->length, message, length + 1);
	chat->length += length;
	chat_draw(chat, out);
}

void chat_run(
	struct chat *chat, const char *const *message, int count, FILE *out)
{
	for (int i = 0; i < count; i++)
		chat_add(chat, message[i], out);
}

int main(void)
{
	static const char *const message[] = {"Are you there?\n", "Yes.\n",
		"Shall we begin?\n", "With what?\n",
		"With the first chapter.\n", "I have not read it.\n",
		"Neither have I.\n", "Well, then.\n"};
	struct chat chat = {malloc(256), 0};
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	chat_run(&chat, message, 8, out);
	fclose(out);
	assert(chat.length == 119 && size > 4 * chat.length);
	free(chat.text);
	free(text);
	return 0;
}
