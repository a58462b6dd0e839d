/* SPDX-License-Identifier: MIT
 * Ways up some stairs, each of which is known once it was found.
 * label: linear */
#include <map>

class Stairs
{
	std::map<int, long> known_;

      public:
	long ways(int steps)
	{
		if (steps < 2)
			return 1;
		auto at = known_.find(steps);
		if (at != known_.end())
			return at->second;
		return known_[steps] = ways(steps - 1) + ways(steps - 2);
	}
};
