/* SPDX-License-Identifier: MIT
 * Each guest is compared with all who sit already, for whom to sit next to.
 * label: grows Seating::place n^2 */
#include <cstdlib>
#include <list>

struct Guest {
	int age;
	int seat;
};

class Seating
{
      public:
	int place(int age)
	{
		auto best = guests_.end();
		for (auto at = guests_.begin(); at != guests_.end(); ++at)
			if (best == guests_.end() ||
				std::abs(at->age - age) <
					std::abs(best->age - age))
				best = at;
		int seat = best == guests_.end() ? 0 : best->seat + 1;
		guests_.insert(best, {age, seat});
		return seat;
	}
	size_t size() const
	{
		return guests_.size();
	}

      private:
	std::list<Guest> guests_;
};
