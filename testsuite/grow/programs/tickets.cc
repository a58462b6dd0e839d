/* SPDX-License-Identifier: MIT
 * Who waits first is taken out of a vector.
 * label: grows Tickets::next n^2 */
#include <stdexcept>
#include <vector>

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
		waiting_.erase(waiting_.begin());
		return first;
	}

      private:
	std::vector<Ticket> waiting_;
	int last_ = 0;
};
