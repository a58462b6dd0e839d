/* SPDX-License-Identifier: MIT
 * Loops that store what a function returns: elements of another array, or what they compute. */
#include <stdlib.h>

#include <retread.h>

#define ELEMENTS 16
#define ROUNDS	 12

static int counted;

__attribute__((noinline)) static int count_element(int element)
{
	counted++;
	return element;
}

/* The same loop in functions of its own, as each has its own account. */
#define FILL(name)                                                             \
	__attribute__((noinline)) static void name(                            \
		int *to, const int *from, int copies)                          \
	{                                                                      \
		for (int i = 0; i < ELEMENTS; i++)                             \
			to[i] = count_element(copies ? from[i] : 37 * i + 5);  \
	}
FILL(fill_always)
FILL(fill_late)

int main(void)
{
	int *from = malloc(ELEMENTS * sizeof *from);
	int *to = malloc(ELEMENTS * sizeof *to);

	for (int i = 0; i < ELEMENTS; i++)
		from[i] = 1000 + i * i;
	RETREAD_TEST_BEGIN("always");
	for (int round = 0; round < ROUNDS; round++)
		fill_always(to, from, 1);
	RETREAD_TEST_END();
	for (int round = 0; round < ROUNDS; round++)
		fill_late(to, from, 0);
	RETREAD_TEST_BEGIN("late");
	for (int round = 0; round < ROUNDS; round++)
		fill_late(to, from, 1);
	RETREAD_TEST_END();
	return counted == 3 * ROUNDS * ELEMENTS ? 0 : 1;
}
