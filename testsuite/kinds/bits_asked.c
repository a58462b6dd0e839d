/* SPDX-License-Identifier: MIT
 * Whether numbers are in a set of bits: each is asked for once. */
#include <stdlib.h>

int members_count(const unsigned char *set, const unsigned *number, int count)
{
	int members = 0;

	for (int i = 0; i < count; i++)
		members += set[number[i] / 8] >> number[i] % 8 & 1;
	return members;
}

int main(int argc, char **argv)
{
	int n = 4 * (argc > 1 ? atoi(argv[1]) : 24), members;
	unsigned *number = malloc(n * sizeof *number);
	unsigned char *set = calloc(128, 1);

	for (int i = 0; i < 128; i += 3)
		set[i] = 0x5a;
	for (int i = 0; i < n; i++)
		number[i] = (unsigned)(i * 7919) % 1024;
	members = members_count(set, number, n);
	free(number);
	free(set);
	return members < 0;
}
