// SPDX-License-Identifier: MIT
// The newest events come first: each is inserted at the front of a vector.
#include <cassert>
#include <vector>

struct event {
	long when;
	int kind;
};

std::vector<event> newest_first(const std::vector<event> &events)
{
	std::vector<event> sorted;

	sorted.reserve(events.size());
	for (const event &one : events)
		sorted.insert(sorted.begin(), one);
	return sorted;
}

int main()
{
	std::vector<event> events;

	for (int i = 0; i < 12; i++)
		events.push_back({i, i % 3});
	events = newest_first(events);
	assert(events.front().when == 11 && events.back().when == 0);
	return 0;
}
