/* SPDX-License-Identifier: MIT
 * The same in a tree that keeps its balance.
 * label: linear */
#include <set>

class Numbers
{
      public:
	bool put(int number)
	{
		return all_.insert(number).second;
	}
	int least() const
	{
		return *all_.begin();
	}

      private:
	std::set<int> all_;
};
