/* SPDX-License-Identifier: MIT
 * Its test. */
#include "cross.cc"
#include <cassert>
#include <iostream>

int main()
{
	std::vector<std::string> names{"shirt", "sock", "hat", "glove"};
	std::vector<std::string> sizes;
	for (int i = 0; i < 9; ++i)
		sizes.push_back("size-" + std::to_string(30 + i));
	auto all = cross(names, sizes);
	assert(all.size() == names.size() * sizes.size());
	for (auto &s : all)
		std::cout << s << '\n';

	auto square = cross(sizes, sizes);
	assert(square.size() == sizes.size() * sizes.size());
	for (auto &s : square)
		std::cout << s << '\n';
}
