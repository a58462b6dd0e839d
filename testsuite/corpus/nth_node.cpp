// SPDX-License-Identifier: MIT
// The nodes of a std::forward_list are taken by their number.
#include <cassert>
#include <forward_list>
#include <iterator>

int alternating_sum(const std::forward_list<int> &values, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++) {
		int value = *std::next(values.begin(), i);
		sum += i % 2 ? -value : value;
	}
	return sum;
}

int main()
{
	std::forward_list<int> values;

	for (int i = 0; i < 15; i++)
		values.push_front(i);
	assert(alternating_sum(values, 15) == 7);
	return 0;
}
