/* SPDX-License-Identifier: MIT
 * Reads a file into one buffer, block by block. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define BLOCK 16

long count_bytes(int from, char wanted)
{
	char *block = malloc(BLOCK);
	long count = 0;
	ssize_t got;

	while ((got = read(from, block, BLOCK)) > 0)
		for (ssize_t i = 0; i < got; i++)
			count += block[i] == wanted;
	free(block);
	return count;
}

int main(void)
{
	FILE *file = tmpfile();

	assert(file != NULL);
	for (int i = 0; i < 60; i++)
		fputs(i % 3 == 0 ? "ax" : "b", file);
	fflush(file);
	lseek(fileno(file), 0, SEEK_SET);
	assert(count_bytes(fileno(file), 'x') == 20);
	fclose(file);
	return 0;
}
