// SPDX-License-Identifier: MIT
// A tag is added to a page unless it has it. Few pages have many.
#include <cstdlib>
#include <string>
#include <vector>

struct page {
	std::vector<int> tags;

	bool has(int tag) const
	{
		for (int t : tags)
			if (t == tag)
				return true;
		return false;
	}
};

__attribute__((noinline)) void page_tag(
	page &to, const std::vector<int> &wanted)
{
	for (int tag : wanted)
		if (!to.has(tag))
			to.tags.push_back(tag);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 14;
	size_t all = 0;

	srand(9);
	for (int i = 0; i < 25 * n; i++) {
		page one;
		std::vector<int> wanted;
		int count = i % 50 == 20 ? n : 1 + rand() % 3;
		for (int k = 0; k < count; k++)
			wanted.push_back(rand() % (4 * n));
		page_tag(one, wanted);
		all += one.tags.size();
	}
	return all == 0;
}
