/* SPDX-License-Identifier: MIT
 * How many bytes the length of a message takes depends on that length: it is estimated
 * again until it stays. */
#include <stdlib.h>

struct field {
	struct field *next;
	unsigned bytes;
};

static unsigned fields_bytes(const struct field *field, unsigned header)
{
	unsigned bytes = header;

	for (; field; field = field->next)
		bytes += field->bytes + header;
	return bytes;
}

unsigned message_header(const struct field *field)
{
	unsigned header = 1, before;

	do {
		before = header;
		header = fields_bytes(field, before) < 128   ? 1
			 : fields_bytes(field, before) < 300 ? 2
							     : 4;
	} while (header > before);
	return header;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? atoi(argv[1]) : 24, headers = 0;

	for (unsigned i = 0; i < n; i++) {
		struct field c = {NULL, i % 50}, b = {&c, 20}, a = {&b, 30};
		headers += message_header(&a);
	}
	return headers < n;
}
