/* SPDX-License-Identifier: MIT
 * A lambda for each case. */
#include "leadersheap.cc"
#include <cstdio>

static int failed;

static void it(const char *what, const std::function<bool()> &holds)
{
	if (!holds()) {
		std::printf("FAILED: %s\n", what);
		failed++;
	}
}

int main()
{
	it("has the fastest first", [] {
		Leaders leaders;
		for (int lane = 0; lane < 16; lane++)
			leaders.add("runner " + std::to_string(lane),
				60 + lane * 29 % 64);
		return leaders.first() == "runner 0" && leaders.size() == 16;
	});
	it("has who came alone", [] {
		Leaders leaders;
		leaders.add("Zola", 71.5);
		return leaders.first() == "Zola";
	});
	return failed;
}
