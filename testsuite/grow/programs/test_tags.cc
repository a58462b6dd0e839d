/* SPDX-License-Identifier: MIT
 * Its test. */
#include "tags.cc"
#include <cstdio>

#define EXPECT(x)                                                              \
	if (!(x))                                                              \
	return std::printf("FAIL %s\n", #x), 1

static int test_unique()
{
	std::vector<std::string> tags = {"red", "green", "red", "blue", "cyan",
		"green", "black", "white"};
	auto taken = tags_unique(tags);

	EXPECT(taken.size() == 6);
	EXPECT(taken[3] == "cyan");
	return 0;
}

int main()
{
	return test_unique();
}
