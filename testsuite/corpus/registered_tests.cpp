// SPDX-License-Identifier: MIT
// Tests register themselves before main, as those of GoogleTest do; a suite is searched
// for by its name.
#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

namespace testing
{
namespace internal
{
struct suite {
	std::string name;
	int tests = 0;
};

std::vector<suite *> &suites()
{
	static std::vector<suite *> all;
	return all;
}

suite *get_suite(const char *name)
{
	for (suite *one : suites())
		if (one->name == name)
			return one;
	suites().push_back(new suite{name});
	return suites().back();
}

bool make_and_register(const char *name)
{
	get_suite(name)->tests++;
	return true;
}

struct registrar {
	registrar()
	{
		static const char *const names[] = {"list", "tree", "map",
			"heap", "queue", "graph", "trie", "set", "ring"};
		for (const char *name : names)
			make_and_register(name);
	}
} registered;
} // namespace internal
} // namespace testing

int run_all_tests()
{
	int tests = 0;

	for (const testing::internal::suite *one : testing::internal::suites())
		tests += one->tests;
	return tests;
}

int main()
{
	assert(run_all_tests() == 9);
	for (testing::internal::suite *one : testing::internal::suites())
		delete one;
	return 0;
}
