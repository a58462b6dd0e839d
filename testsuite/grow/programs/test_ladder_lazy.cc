/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ladder_lazy.cc"
#include <cassert>

int main()
{
	const Player results[] = {
		{"Ada", 31},
		{"Ben", 12},
		{"Cyd", 44},
		{"Dee", 13},
		{"Eli", 7},
		{"Fay", 39},
	};
	Ladder ladder;

	for (const Player &result : results)
		ladder.record(result.name, result.points);
	assert(ladder.at(0).name == "Cyd");
	assert(ladder.at(1).name == "Fay");
	assert(ladder.at(5).points == 7);
}
