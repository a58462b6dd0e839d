/* SPDX-License-Identifier: MIT
 * Its test. */
#include "tally.cc"
#include <cassert>
#include <vector>

static const struct {
	const char *name;
	int times;
} ballots[] = {
	{"Anna Albrecht", 3},
	{"Bert Brandt", 2},
	{"Cleo Claasen", 4},
};

static void test_ballots()
{
	Tally tally;
	for (const auto &ballot : ballots)
		for (int i = 0; i < ballot.times; i++)
			tally.vote(ballot.name);
	for (const auto &ballot : ballots)
		assert(tally.of(ballot.name) == ballot.times);
	assert(tally.total() == 9);
}

static void test_many()
{
	Tally tally;
	for (int i = 0; i < 20; i++)
		tally.vote("candidate " + std::to_string(i));
	assert(tally.total() == 20);
}

int main()
{
	test_ballots();
	test_many();
}
