/* SPDX-License-Identifier: MIT
 * Check codes of blocks, by the generator of the code's length: a row of a table. */
#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 12, MOST = 30 };

static unsigned char generator[LENGTHS][MOST + 1];

static void generators_fill(void)
{
	for (int length = 1; length <= LENGTHS; length++)
		for (int i = 0; i <= 2 * length; i++)
			generator[length - 1][i] =
				(unsigned char)(length * 7 + i * 31);
}

__attribute__((noinline)) int block_encode(
	const unsigned char *data, int count, unsigned char *code, int length)
{
	const unsigned char *row = generator[length / 2 - 1];
	int used = 0;

	memset(code, 0, (size_t)length);
	for (int i = 0; i < count; i++) {
		int feedback = data[i] ^ code[0];
		if (feedback % 3 == 0)
			continue;
		for (int k = 1; k < length; k++)
			code[k - 1] =
				(unsigned char)(code[k] ^
						(feedback + row[length - k]));
		code[length - 1] = (unsigned char)(feedback + row[0]);
		used++;
	}
	return used;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, sum = 0;
	unsigned char *data = malloc((size_t)n), code[MOST];

	srand(4);
	generators_fill();
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < n; i++)
			data[i] = (unsigned char)rand();
		sum += block_encode(data, 4 + rand() % (n - 4), code,
			2 * (3 + rand() % (LENGTHS - 3)));
	}
	free(data);
	return sum == 0;
}
