/* SPDX-License-Identifier: MIT
 * Sorts cards of any size by moving each to its place. */
#include <stdlib.h>
#include <string.h>

void cards_sort(char *card, size_t count, size_t size, char *held)
{
	for (size_t i = 1; i < count; i++) {
		size_t k = i;
		memcpy(held, card + i * size, size);
		for (; k > 0 && card[(k - 1) * size] > held[0]; k--)
			memcpy(card + k * size, card + (k - 1) * size, size);
		memcpy(card + k * size, held, size);
	}
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? (size_t)atoi(argv[1]) : 24, size = 48;
	char *card = calloc(n, size), *held = malloc(size);

	n = n > 24 ? 24 : n;
	for (size_t i = 0; i < n; i++)
		card[i * size] = (char)(i * 37 % 101);
	cards_sort(card, n, size, held);
	free(card);
	free(held);
	return 0;
}
