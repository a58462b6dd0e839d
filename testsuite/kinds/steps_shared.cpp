// SPDX-License-Identifier: MIT
// The longest steps that two logs of one size share: two rows of lengths are exchanged after
// each step.
#include <algorithm>
#include <cstdlib>
#include <vector>

struct step {
	int code;
	int place;
};

__attribute__((noinline)) int steps_shared(
	const std::vector<step> &left, const std::vector<step> &right)
{
	std::vector<int> above(right.size() + 1), row(right.size() + 1);

	for (const step &one : left) {
		for (std::size_t j = 0; j < right.size(); j++)
			row[j + 1] = one.code == right[j].code
					     ? above[j] + 1
					     : std::max(above[j + 1], row[j]);
		std::swap(above, row);
	}
	return above.back();
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? std::atoi(argv[1]) : 12;
	std::vector<step> left, right;

	for (int i = 0; i < count; i++) {
		left.push_back({i * 7 % 5, i});
		right.push_back({i * 3 % 5, i});
	}
	return steps_shared(left, right) < 0;
}
