/* SPDX-License-Identifier: MIT
 * Its test. */
#include "keywords.c"

static void test_keywords(void)
{
	int count = 0;
	for (int i = 0; i < 30; i++)
		count += is_keyword(i % 2 ? "return" : "returns");
	assert(count);
}

int main(void)
{
	test_keywords();
	return 0;
}
