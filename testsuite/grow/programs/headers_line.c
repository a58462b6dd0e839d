/* SPDX-License-Identifier: MIT
 * Headers of a message, cut where they are; what is there twice is nobody's business.
 * label: linear */
#include <stdlib.h>
#include <string.h>

struct header {
	const char *name, *value;
};

struct headers {
	struct header *header;
	int count, room;
};

static void headers_add(
	struct headers *headers, const char *name, const char *value)
{
	if (headers->count == headers->room) {
		headers->room = headers->room ? 2 * headers->room : 4;
		headers->header = realloc(headers->header,
			headers->room * sizeof *headers->header);
	}
	headers->header[headers->count++] = (struct header){name, value};
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
		headers_add(headers, line, colon);
	}
	return headers->count;
}
