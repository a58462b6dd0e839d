// SPDX-License-Identifier: MIT
// Events in a priority queue, some of which make others.
#include <cassert>
#include <queue>
#include <vector>

struct event {
	int time;
	int kind;
	bool operator<(const event &other) const
	{
		return time > other.time;
	}
};

int simulate(std::priority_queue<event> &events, int until)
{
	int handled = 0;

	while (!events.empty() && events.top().time <= until) {
		const event now = events.top();
		events.pop();
		handled++;
		if (now.kind > 0)
			events.push({now.time + 7, now.kind - 1});
	}
	return handled;
}

int main()
{
	std::priority_queue<event> events;

	for (int i = 0; i < 8; i++)
		events.push({i * 3 % 8, i % 3});
	assert(simulate(events, 100) == 15);
	return 0;
}
