// SPDX-License-Identifier: MIT
// Items chosen by recursion, each state once.
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <vector>

struct Item {
	int weight, value;
};

class Knapsack
{
	const std::vector<Item> &items;
	std::unordered_map<long, int> memo;
	int best(size_t i, int room)
	{
		if (i == items.size() || room <= 0)
			return 0;
		long key = long(i) << 20 | room;
		auto it = memo.find(key);
		if (it != memo.end())
			return it->second;
		int skip = best(i + 1, room), take = 0;
		if (items[i].weight <= room)
			take = items[i].value +
			       best(i + 1, room - items[i].weight);
		return memo[key] = std::max(skip, take);
	}

      public:
	explicit Knapsack(const std::vector<Item> &i) : items(i)
	{
	}
	int solve(int room)
	{
		return best(0, room);
	}
	size_t states() const
	{
		return memo.size();
	}
};

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 6;
	std::vector<Item> items;
	for (int i = 0; i < n; i++)
		items.push_back({1 + i % 3, 1 + i % 5});
	Knapsack all(items), few(items);
	int weight = 0, value = 0;
	for (auto &i : items) {
		weight += i.weight;
		value += i.value;
	}
	assert(all.solve(weight) == value);
	assert(few.solve(4) <= value);
	assert(few.states() <= size_t(4 * n));
	return 0;
}
