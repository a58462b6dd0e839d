/* SPDX-License-Identifier: MIT
 * Its test. */
#include "file_rewrite.c"

static void test_journal(void)
{
	FILE *file = tmpfile();
	for (int i = 0; i < 8; i++)
		journal_add(file, "a line of the journal");
	fclose(file);
}

int main(void)
{
	test_journal();
	return 0;
}
