/* SPDX-License-Identifier: MIT
 * Its test. */
#include "ladder.cc"
#include <cassert>
#include <iostream>

int main()
{
	const Player results[] = {
		{"Ada", 31},
		{"Ben", 12},
		{"Cyd", 44},
		{"Dee", 12},
		{"Eli", 7},
		{"Fay", 39},
	};
	Ladder ladder;

	for (const Player &result : results)
		ladder.record(result.name, result.points);
	assert(ladder.size() == 6);
	assert(ladder.at(0).name == "Cyd");
	assert(ladder.at(1).name == "Fay");
	assert(ladder.at(3).name == "Ben");
	assert(ladder.at(4).name == "Dee");
	assert(ladder.at(5).points == 7);
	std::cout << "ok" << std::endl;
}
