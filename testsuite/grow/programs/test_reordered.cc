/* SPDX-License-Identifier: MIT
 * Its test. */
#include "reordered.cc"
#include <cassert>
#include <deque>

static void test_reversed()
{
	std::vector<int> up;
	std::deque<int> down;

	for (int i = 0; i < 10; i++) {
		up.push_back(i);
		down.push_front(i);
	}
	assert(reordered(up, std::vector<int>(down.begin(), down.end())));
}

int main()
{
	test_reversed();
}
