/* SPDX-License-Identifier: MIT
 * Its test. */
#include "lcsrec.cc"
#include <cassert>

int main()
{
	assert(lcs("", "abc") == "");
	assert(lcs("abc", "abc") == "abc");
	assert(lcs("AGGT", "GXTX") == "GT");
}
