/* SPDX-License-Identifier: MIT
 * Its test. */
#include "flags.c"
#include <assert.h>

static void test_add_and_has(void)
{
	set s = {0};
	set_add(&s, "verbose");
	set_add(&s, "force");
	set_add(&s, "recursive");
	set_add(&s, "dry-run");
	assert(set_has(&s, "force"));
	assert(!set_has(&s, "quiet"));
}

static void test_twice(void)
{
	set s = {0};
	set_add(&s, "verbose");
	set_add(&s, "verbose");
	assert(s.used == 1);
}

int main(void)
{
	test_add_and_has();
	test_twice();
	return 0;
}
