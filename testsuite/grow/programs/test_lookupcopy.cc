/* SPDX-License-Identifier: MIT
 * Its test. */
#include "lookupcopy.cc"
#include <iostream>

#define CHECK(x) (void)((x) || (std::cerr << "failed: " #x "\n", failures++))

static int failures;

static void testLookup()
{
	Settings settings;
	const int count = 10;
	for (int i = 0; i < count; ++i)
		settings["name" + std::to_string(i)] = std::to_string(i);
	for (int i = 0; i < count; ++i)
		CHECK(setting(settings, "name" + std::to_string(i)) ==
			std::to_string(i));
	CHECK(setting(settings, "none").empty());
}

int main()
{
	testLookup();
	return failures != 0;
}
