// SPDX-License-Identifier: MIT
// A map keeps a copy of each case that a test fills in, which is one structure of constant
// size: a caller's variable, filled anew for each.
#include <cstdlib>
#include <cstring>
#include <map>

struct Case {
	int number;
	char note[696];
	int kind;
};

static bool operator<(const Case &a, const Case &b)
{
	return a.number < b.number;
}

using Cases = std::map<Case, int>;

__attribute__((noinline)) void casesAdd(
	Cases &cases, const Case &one, int value)
{
	cases[one] = value;
}

__attribute__((noinline)) int casesFill(Cases &cases, int count)
{
	Case one;
	int sum = 0;

	std::memset(&one, 0, sizeof one);
	std::strcpy(one.note, "all of them have this note");
	one.kind = 7;
	for (int i = 0; i < count; i++) {
		one.number = i;
		casesAdd(cases, one, i);
		sum += one.kind;
	}
	return sum;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? std::atoi(argv[1]) : 16;
	Cases cases;

	return casesFill(cases, count) != 7 * count ||
	       cases.size() != static_cast<std::size_t>(count);
}
