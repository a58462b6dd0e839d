/* SPDX-License-Identifier: MIT
 * A sum that they do not make. */
#include "purse.c"
#include <assert.h>

static void test_cannot_pay(void)
{
	const int coin[] = {2, 4, 6, 8, 10, 12};
	assert(!can_pay(coin, 6, 13));
	assert(can_pay(coin, 6, 14));
}

int main(void)
{
	test_cannot_pay();
	return 0;
}
