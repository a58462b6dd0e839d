/* SPDX-License-Identifier: MIT
 * Some lines of code. */
#include "detabcopy.cc"
#include <cassert>

void test_indented_code()
{
	assert(detab("if x:\n\ty = 1\n\tz = 2\n", 4) ==
		"if x:\n    y = 1\n    z = 2\n");
}

void test_nothing_to_do()
{
	assert(detab("plain", 8) == "plain");
}

int main()
{
	test_indented_code();
	test_nothing_to_do();
	return 0;
}
