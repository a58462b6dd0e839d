/* SPDX-License-Identifier: MIT
 * Its test. */
#include "settings_grow.c"

static void test_settings(void)
{
	struct settings *all = settings_new();
	all = settings_set(all, "colour", 3);
	all = settings_set(all, "width", 80);
	all = settings_set(all, "height", 25);
	assert(all != NULL);
}

int main(void)
{
	test_settings();
	return 0;
}
