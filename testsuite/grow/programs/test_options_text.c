/* SPDX-License-Identifier: MIT
 * Its test. */
#include "options_text.c"

static void test_options(void)
{
	options_set("width", "80");
	options_set("height", "25");
	options_set("width", "132");
	assert(strstr(options, "width=132;"));
}

int main(void)
{
	test_options();
	return 0;
}
