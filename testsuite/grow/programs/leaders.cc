/* SPDX-License-Identifier: MIT
 * All runs are put in order after each.
 * label: grows Leaders::add n^2 */
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

struct Run {
	std::string runner;
	double seconds;
	bool operator<(const Run &other) const
	{
		return seconds < other.seconds;
	}
	bool operator>(const Run &other) const
	{
		return other < *this;
	}
};

class Leaders
{
      public:
	void add(const std::string &runner, double seconds)
	{
		runs_.push_back({runner, seconds});
		std::sort(runs_.begin(), runs_.end());
	}
	const std::string &first() const
	{
		return runs_.front().runner;
	}
	size_t size() const
	{
		return runs_.size();
	}

      private:
	std::vector<Run> runs_;
};
