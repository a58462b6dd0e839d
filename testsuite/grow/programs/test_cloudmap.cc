/* SPDX-License-Identifier: MIT
 * Some tags. */
#include "cloudmap.cc"
#include <cstdio>

struct TagCloudTest {
	TagCloud cloud;
	bool test_counts()
	{
		cloud.add("linux");
		cloud.add("music");
		cloud.add("linux");
		cloud.add("travel");
		return cloud.of("linux") == 2 && cloud.size() == 3;
	}
};

int main()
{
	TagCloudTest t;
	bool ok = t.test_counts();
	std::puts(ok ? "ok" : "FAILED");
	return ok ? 0 : 1;
}
