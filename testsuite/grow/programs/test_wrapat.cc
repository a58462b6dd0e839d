/* SPDX-License-Identifier: MIT
 * Its test. */
#include "wrapat.cc"
#include <iostream>

#define CHECK_EQUAL(expected, actual)                                          \
	if (!((expected) == (actual))) {                                       \
		std::cerr << __LINE__ << ": " #actual << '\n';                 \
		return 1;                                                      \
	}

int main()
{
	const std::string poem = "It was many and many a year ago, in a "
				 "kingdom by the sea, that a maiden there "
				 "lived whom you may know";
	auto lines = text::wrap(poem, 20);
	CHECK_EQUAL(6u, lines.size());
	CHECK_EQUAL(std::string("It was many and many"), lines[0]);
	CHECK_EQUAL(std::string("a year ago, in a"), lines[1]);
	CHECK_EQUAL(0u, text::wrap("", 10).size());
	CHECK_EQUAL(1u, text::wrap("short", 10).size());
	return 0;
}
