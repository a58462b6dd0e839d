/* SPDX-License-Identifier: MIT
 * Votes are counted in a map.
 * label: linear */
#include <map>
#include <string>

class Tally
{
      public:
	void vote(const std::string &name)
	{
		++votes_[name];
		++total_;
	}

	int of(const std::string &name) const
	{
		auto at = votes_.find(name);
		return at == votes_.end() ? 0 : at->second;
	}

	int total() const
	{
		return total_;
	}

      private:
	std::map<std::string, int> votes_;
	int total_ = 0;
};
