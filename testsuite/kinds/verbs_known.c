/* SPDX-License-Identifier: MIT
 * The verb of each request, in any case, is looked for among those of a protocol. */
#include <stdlib.h>
#include <string.h>

struct request {
	char verb[16];
	unsigned bytes;
};

static int verb_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

static __attribute__((noinline)) int verb_is(
	const char *verb, const char *known)
{
	while (*verb && verb_lower(*verb) == verb_lower(*known)) {
		verb++;
		known++;
	}
	return verb_lower(*verb) == verb_lower(*known);
}

static __attribute__((noinline)) unsigned verb_number(
	const struct request *request)
{
	static const char *const verbs[] = {"options", "get", "head", "post",
		"put", "delete", "trace", "connect", "propfind", "proppatch"};
	unsigned at = 0;

	while (at < 10 && !verb_is(request->verb, verbs[at]))
		at++;
	return at;
}

__attribute__((noinline)) unsigned verbs_serve(unsigned requests)
{
	static const char *const sent[] = {"GET", "Post", "PROPPATCH", "PROPS",
		"Connected", "DELETE", "OPTION", "Head"};
	struct request *queue = calloc(8, sizeof *queue);
	unsigned sum = 0;

	for (unsigned i = 0; i < 8; i++)
		strcpy(queue[i].verb, sent[i]);
	for (unsigned i = 0; i < requests; i++)
		sum += verb_number(&queue[i % 8]);
	free(queue);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned requests = (unsigned)(argc > 1 ? atoi(argv[1]) : 30);

	return verbs_serve(requests) + verbs_serve(requests / 2) == 0;
}
