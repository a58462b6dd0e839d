/* SPDX-License-Identifier: MIT
 * Its test. */
#include "long_keys.c"

static void test_put(void)
{
	char key[80];
	for (int i = 0; i < 12; i++) {
		snprintf(key, sizeof key,
			"the/same/long/beginning/of/all/of/the/keys/%06d", i);
		store_put(key);
	}
	assert(first);
}

int main(void)
{
	test_put();
	return 0;
}
