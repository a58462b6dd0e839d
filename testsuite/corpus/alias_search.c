/* SPDX-License-Identifier: MIT
 * Looks up headers by any of their two names: a list is followed and both names of
 * each are compared, one look-up for each line. */
#include <assert.h>
#include <stdlib.h>
#include <strings.h>

struct header {
	struct header *next;
	const char *name, *alias;
	int seen;
};

static struct header *find(struct header *header, const char *name)
{
	for (; header != NULL; header = header->next) {
		if (strcasecmp(header->name, name) == 0)
			return header;
		if (header->alias != NULL &&
			strcasecmp(header->alias, name) == 0)
			return header;
	}
	return NULL;
}

int headers_take(struct header **headers, const char *const *line, int count)
{
	int different = 0;

	for (int i = 0; i < count; i++) {
		struct header *header = find(*headers, line[i]);
		if (header == NULL) {
			header = calloc(1, sizeof *header);
			header->name = line[i];
			header->alias = line[i] + 1;
			header->next = *headers;
			*headers = header;
			different++;
		}
		header->seen++;
	}
	return different;
}

int main(void)
{
	static const char *const line[] = {"host", "accept", "cookie", "date",
		"etag", "from", "pragma", "range", "server", "trailer",
		"upgrade", "via", "HOST", "ost"};
	struct header *headers = NULL;

	assert(headers_take(&headers, line, 14) == 12);
	while (headers != NULL) {
		struct header *next = headers->next;
		free(headers);
		headers = next;
	}
	return 0;
}
