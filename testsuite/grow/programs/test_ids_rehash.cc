/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ids_rehash.cc"

static void test_ids(int count)
{
	std::unordered_set<int> ids;
	for (int i = 0; i < count; i++)
		ids_add(ids, i * 37);
	assert(ids.size() > 0);
}

int main(int argc, char **argv)
{
	test_ids(argc > 1 ? atoi(argv[1]) : 16);
	return 0;
}
