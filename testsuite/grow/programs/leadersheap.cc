/* SPDX-License-Identifier: MIT
 * The fastest run is on top of a heap.
 * label: linear */
#include <functional>
#include <queue>
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
		runs_.push({runner, seconds});
	}
	const std::string &first() const
	{
		return runs_.top().runner;
	}
	size_t size() const
	{
		return runs_.size();
	}

      private:
	std::priority_queue<Run, std::vector<Run>, std::greater<Run>> runs_;
};
