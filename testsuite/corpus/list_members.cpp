// SPDX-License-Identifier: MIT
// Whether a guest was invited is asked of a std::list, for each guest.
#include <algorithm>
#include <cassert>
#include <list>
#include <vector>

int count_invited(const std::vector<int> &guests, const std::list<int> &invited)
{
	int count = 0;

	for (int guest : guests)
		count += std::find(invited.begin(), invited.end(), guest) !=
			 invited.end();
	return count;
}

int main()
{
	std::list<int> invited;
	std::vector<int> guests;

	for (int i = 0; i < 10; i++) {
		invited.push_back(i);
		guests.push_back(3 * i);
	}
	assert(count_invited(guests, invited) == 4);
	return 0;
}
