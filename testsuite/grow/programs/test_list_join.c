/* SPDX-License-Identifier: MIT
 * Its test. */
#include "list_join.c"

static void test_join(int count)
{
	const char **word = malloc((size_t)count * sizeof *word);
	char *all;
	for (int i = 0; i < count; i++)
		word[i] = i % 2 ? "odd" : "even";
	all = words_join(word, (size_t)count);
	assert(!strncmp(all, "even odd", 8));
	free(all);
	free(word);
}

int main(void)
{
	test_join(10);
	return 0;
}
