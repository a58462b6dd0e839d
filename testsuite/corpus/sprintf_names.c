/* SPDX-License-Identifier: MIT
 * A program that numbers its files: the format is read for each, as it must be. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *name = malloc(64);
	size_t total = 0;

	for (int i = 0; i < 25; i++) {
		sprintf(name, "/var/lib/album/%s/picture-%03d-of-%d.jpeg",
			i % 4 ? "holiday" : "family", i, 25);
		total += strlen(name);
	}
	assert(total == 1118);
	free(name);
	return 0;
}
