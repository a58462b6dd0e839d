// SPDX-License-Identifier: MIT
// Functions that each go through a vector once.
#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

class samples
{
      public:
	explicit samples(std::vector<int> values) : values(std::move(values))
	{
	}

	int total() const
	{
		return std::accumulate(values.begin(), values.end(), 0);
	}

	int peak() const
	{
		return *std::max_element(values.begin(), values.end());
	}

	void scale(int factor)
	{
		for (int &value : values)
			value *= factor;
	}

      private:
	std::vector<int> values;
};

int main()
{
	samples samples({4, 8, 15, 16, 23, 42});

	assert(samples.total() == 108);
	assert(samples.peak() == 42);
	samples.scale(2);
	assert(samples.total() == 216);
	return 0;
}
