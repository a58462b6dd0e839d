/* SPDX-License-Identifier: MIT
 * Whether each folder of a path was made: what was made is a prefix of the path. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct made {
	char *path;
	size_t length;
};

int folders_make(const char *path, struct made *made)
{
	int calls = 0;

	for (const char *slash = strchr(path + 1, '/'); slash;
		slash = strchr(slash + 1, '/')) {
		size_t length = (size_t)(slash - path);
		if (memcmp(made->path, path, made->length) != 0)
			calls += 1000;
		memcpy(made->path + made->length, path + made->length,
			length - made->length);
		made->length = length;
		calls++;
	}
	return calls;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, calls;
	char *path = calloc(n + 1, 8);
	struct made made = {calloc(n + 1, 8), 0};

	for (int i = 0; i < n; i++)
		sprintf(path + 5 * i, "/%04d", i);
	calls = folders_make(path, &made);
	free(path);
	free(made.path);
	return calls == 0;
}
