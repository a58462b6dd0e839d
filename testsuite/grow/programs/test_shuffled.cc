/* SPDX-License-Identifier: MIT
 * A draw. */
#include "shuffled.cc"
#include <iostream>
#include <set>

#define CHECK(c)                                                               \
	if (!(c)) {                                                            \
		std::cerr << __LINE__ << ": " #c "\n";                         \
		return 1;                                                      \
	}

int main()
{
	auto drawn = lotto::draw(30);
	CHECK(drawn.size() == 30);
	CHECK(std::set<unsigned>(drawn.begin(), drawn.end()).size() == 30);
	return 0;
}
