// SPDX-License-Identifier: MIT
// How many seats are taken, counted for each that is sold.
#include <cstdlib>
#include <vector>

class hall
{
	std::vector<bool> taken;

      public:
	explicit hall(int seats) : taken(seats)
	{
	}
	int count() const
	{
		int sum = 0;
		for (std::size_t i = 0; i < taken.size(); i++)
			sum += taken[i];
		return sum;
	}
	void sell(int seat)
	{
		taken[seat] = true;
	}
};

int hall_sell_all(hall &h, int seats)
{
	int sum = 0;

	for (int i = 0; i < seats; i += 8) {
		h.sell(i);
		sum += h.count();
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = 16 * (argc > 1 ? atoi(argv[1]) : 24);
	hall h(n);

	return hall_sell_all(h, n) == 0;
}
