/* SPDX-License-Identifier: MIT
 * Joins folders to a search path, each by strncat at the end of what there is. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 256

void path_join(char *path, const char *const *folder, int count)
{
	path[0] = '\0';
	for (int i = 0; i < count; i++) {
		if (path[0] != '\0')
			strncat(path, ":", PATH_ROOM - 1);
		strncat(path, folder[i], 20);
	}
}

int main(void)
{
	static const char *const folder[] = {"/bin", "/sbin", "/usr/bin",
		"/usr/sbin", "/usr/local/bin", "/opt/bin", "/usr/games"};
	char *path = malloc(PATH_ROOM);

	path_join(path, folder, 7);
	assert(strlen(path) == 64);
	free(path);
	return 0;
}
