/* SPDX-License-Identifier: MIT
 * Keeps the sum of all values.
 * label: linear */
#include <cstddef>

class Values
{
      public:
	void add(double value)
	{
		sum_ += value;
		count_++;
	}
	double mean() const
	{
		return sum_ / count_;
	}

      private:
	double sum_ = 0;
	std::size_t count_ = 0;
};
