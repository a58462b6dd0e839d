/* SPDX-License-Identifier: MIT
 * Its test. */
#include "invoices_sorted.c"
#include <assert.h>

static void test_sums(void)
{
	struct customer customers[] = {
		{101, "Albers", 0},
		{102, "Brandt", 0},
		{103, "Christ", 0},
		{104, "Drews", 0},
	};
	const struct invoice invoices[] = {
		{102, 1250},
		{104, 399},
		{101, 10000},
		{102, 750},
		{199, 1},
		{103, 40},
		{104, 101},
	};

	assert(sum_up(customers, 4, invoices, 7) == 1);
	assert(customers[0].owes == 10000);
	assert(customers[1].owes == 2000);
	assert(customers[2].owes == 40);
	assert(customers[3].owes == 500);
}

int main(void)
{
	test_sums();
	return 0;
}
