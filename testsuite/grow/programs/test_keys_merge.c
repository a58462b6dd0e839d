/* SPDX-License-Identifier: MIT
 * Its test. */
#include "keys_merge.c"

static void test_keys(void)
{
	static struct keys left, right;
	char *a = strdup("org.example.settings.alpha org.example.settings.beta "
			 "org.example.settings.gamma");
	char *b = strdup("org.example.settings.delta org.example.settings.beta "
			 "org.example.settings.omega");
	keys_split(&left, a);
	keys_split(&right, b);
	assert(keys_merge(&left, &right) >= 0);
	free(a);
	free(b);
}

int main(void)
{
	test_keys();
	return 0;
}
