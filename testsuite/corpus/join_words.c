/* SPDX-License-Identifier: MIT
 * Joins words with strcat, which looks for the end of the result each time. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

char *join_words(const char *const *word, int count, const char *between)
{
	char *joined = malloc(200);

	joined[0] = '\0';
	for (int i = 0; i < count; i++) {
		if (i > 0)
			strcat(joined, between);
		strcat(joined, word[i]);
	}
	return joined;
}

static void test_join(void)
{
	const char *const word[] = {"alpha", "beta", "gamma", "delta",
		"epsilon", "zeta", "eta", "theta"};
	char *joined = join_words(word, 8, ", ");

	assert(strncmp(joined, "alpha, beta", 11) == 0);
	assert(strlen(joined) == 52);
	free(joined);
}

int main(void)
{
	test_join();
	return 0;
}
