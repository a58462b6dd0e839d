/* SPDX-License-Identifier: MIT
 * Sorts a copy of all values for each median.
 * label: grows Values::median n^2 */
#include <algorithm>
#include <vector>

class Values
{
      public:
	void add(double value)
	{
		all_.push_back(value);
	}
	double median() const
	{
		std::vector<double> sorted(all_);
		std::sort(sorted.begin(), sorted.end());
		return sorted[sorted.size() / 2];
	}

      private:
	std::vector<double> all_;
};
