/* SPDX-License-Identifier: MIT
 * Writes a path from its end: each step is put before what there is. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct folder {
	const struct folder *parent;
	const char *name;
};

char *path_of(const struct folder *folder, size_t room)
{
	char *path = malloc(room);
	size_t length = 0;

	path[0] = '\0';
	for (; folder != NULL; folder = folder->parent) {
		size_t step = strlen(folder->name);
		memmove(path + step + 1, path, length + 1);
		path[0] = '/';
		memcpy(path + 1, folder->name, step);
		length += step + 1;
	}
	return path;
}

int main(void)
{
	static const char *const names[] = {"usr", "share", "lib", "doc"};
	struct folder folder[12];
	char *path;

	for (int i = 0; i < 12; i++)
		folder[i] = (struct folder){
			i > 0 ? &folder[i - 1] : NULL, names[i % 4]};
	path = path_of(&folder[11], 200);
	assert(strncmp(path, "/usr/share/lib/doc/usr", 22) == 0);
	free(path);
	return 0;
}
