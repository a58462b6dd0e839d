/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ledger_end.c"

static void test_ledger(void)
{
	for (int i = 0; i < 14; i++)
		ledger_add(i % 7);
	ledger_save();
	assert(saved_length > 0);
}

int main(void)
{
	test_ledger();
	return 0;
}
