/* SPDX-License-Identifier: MIT
 * Its test. */
#include "journal_forward.c"

static void test_journal(void)
{
	for (int i = 0; i < 12; i++)
		journal_add("entry");
	assert(journal_known != 0);
}

int main(void)
{
	test_journal();
	return 0;
}
