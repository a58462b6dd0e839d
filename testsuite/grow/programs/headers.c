/* SPDX-License-Identifier: MIT
 * Headers of a message, cut where they are; each name is looked up among those before it.
 * label: grows headers_find n^2 */
#include <stdlib.h>
#include <string.h>

struct header {
	const char *name, *value;
};

struct headers {
	struct header *header;
	int count, room;
};

int headers_find(const struct headers *headers, const char *name)
{
	for (int i = 0; i < headers->count; i++)
		if (strcmp(headers->header[i].name, name) == 0)
			return i;
	return -1;
}

static void headers_set(
	struct headers *headers, const char *name, const char *value)
{
	int at = headers_find(headers, name);

	if (at < 0) {
		if (headers->count == headers->room) {
			headers->room = headers->room ? 2 * headers->room : 4;
			headers->header = realloc(headers->header,
				headers->room * sizeof *headers->header);
		}
		at = headers->count++;
	}
	headers->header[at] = (struct header){name, value};
}

int headers_parse(struct headers *headers, char *text)
{
	char *rest = NULL;

	for (char *line = strtok_r(text, "\r\n", &rest); line;
		line = strtok_r(NULL, "\r\n", &rest)) {
		char *colon = strchr(line, ':');
		if (!colon)
			return -1;
		*colon++ = '\0';
		while (*colon == ' ')
			colon++;
		headers_set(headers, line, colon);
	}
	return headers->count;
}
