/* SPDX-License-Identifier: MIT
 * A list of words. */
#include "joiner.cc"
#include <cstdio>

static int failures;
static void expect(const std::string &is, const std::string &want)
{
	if (is != want) {
		std::printf("'%s' is not '%s'\n", is.c_str(), want.c_str());
		failures++;
	}
}

int main()
{
	expect(join({"a", "b", "c", "d"}, ", "), "a, b, c, d");
	expect(join({}, ", "), "");
	std::vector<std::string> many(20, "xy");
	expect(join(many, "-").substr(0, 5), "xy-xy");
	return failures;
}
