// SPDX-License-Identifier: MIT
// Sums up to each element, made again whenever one has changed.
#include <cstdlib>
#include <vector>

class sums
{
	std::vector<long> value, sum;

      public:
	explicit sums(int count) : value(count, 1), sum(count)
	{
		redo();
	}
	void redo()
	{
		long all = 0;
		for (std::size_t i = 0; i < value.size(); i++) {
			all += value[i];
			sum[i] = all;
		}
	}
	void set(std::size_t i, long v)
	{
		value[i] = v;
		redo();
	}
	long upto(std::size_t i) const
	{
		return sum[i];
	}
};

long sums_update(sums &s, int count)
{
	long all = 0;

	for (int i = 0; i < count; i++) {
		s.set(i, i);
		all += s.upto(i);
	}
	return all;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	sums s(n);

	return sums_update(s, n) == 0;
}
