/* SPDX-License-Identifier: MIT
 * Its test. */
#include "spans.cc"
#include <cassert>

static void test_disjoint()
{
	Spans s;
	for (auto p : {std::make_pair(10, 12), std::make_pair(0, 2),
		     std::make_pair(20, 25), std::make_pair(4, 5)})
		s.add(p.first, p.second);
	assert(s.size() == 4);
	assert(s.contains(11));
	assert(!s.contains(15));
}

static void test_merge()
{
	Spans s;
	s.add(0, 10);
	s.add(5, 15);
	s.add(15, 20);
	assert(s.size() == 1);
}

static void test_many()
{
	Spans s;
	for (int i = 0; i < 16; i++)
		s.add(3 * i, 3 * i + 1);
	assert(s.size() == 16);
}

int main()
{
	test_disjoint();
	test_merge();
	test_many();
}
