/* SPDX-License-Identifier: MIT
 * Entries with the length of their names: the name that is looked for is measured
 * again for each of them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	const char *name;
	size_t length;
};

int entry_is(const struct entry *entry, const char *name)
{
	return strlen(name) == entry->length &&
	       memcmp(entry->name, name, entry->length) == 0;
}

int directory_find(const struct entry *entry, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (entry_is(&entry[i], name))
			return i;
	return -1;
}

int main(void)
{
	static const struct entry entry[] = {{"bin", 3}, {"boot", 4},
		{"dev", 3}, {"home", 4}, {"mnt", 3}, {"lib64", 5}, {"proc", 4},
		{"media", 5}};
	char *name = strdup("media");

	assert(directory_find(entry, 8, name) == 7);
	free(name);
	return 0;
}
