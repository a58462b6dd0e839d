// SPDX-License-Identifier: MIT
// Appends to a forward_list, whose end is found by walking.
#include <cassert>
#include <forward_list>
#include <iterator>

class history
{
      public:
	void append(long event);
	void replay(const long *event, int count);
	long length() const;

      private:
	std::forward_list<long> events;
};

void history::append(long event)
{
	auto last = events.before_begin();

	for (auto at = events.begin(); at != events.end(); ++at)
		last = at;
	events.insert_after(last, event);
}

void history::replay(const long *event, int count)
{
	for (int i = 0; i < count; i++)
		append(event[i]);
}

long history::length() const
{
	return std::distance(events.begin(), events.end());
}

int main()
{
	const long event[] = {12, 55, 7, 31, 90, 4, 18, 66};
	history history;

	history.replay(event, 8);
	assert(history.length() == 8);
	return 0;
}
