/* SPDX-License-Identifier: MIT
 * Its test. */
#include "file_forward.c"

static void test_file(void)
{
	FILE *file = tmpfile();
	long sum = 0;
	for (int i = 0; i < 12; i++) {
		fprintf(file, "%d\n", i);
		sum += i;
	}
	assert(file_sum(file) == sum);
	fclose(file);
}

int main(void)
{
	test_file();
	return 0;
}
