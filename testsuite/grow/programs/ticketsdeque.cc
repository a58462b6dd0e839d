/* SPDX-License-Identifier: MIT
 * Who waits first is taken out of a deque.
 * label: linear */
#include <deque>
#include <stdexcept>

struct Ticket {
	int number;
	int desk;
};

class Tickets
{
      public:
	void draw(int desk)
	{
		waiting_.push_back({++last_, desk});
	}
	Ticket next()
	{
		if (waiting_.empty())
			throw std::out_of_range("nobody waits");
		Ticket first = waiting_.front();
		waiting_.pop_front();
		return first;
	}

      private:
	std::deque<Ticket> waiting_;
	int last_ = 0;
};
