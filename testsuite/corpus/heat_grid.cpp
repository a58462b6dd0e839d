// SPDX-License-Identifier: MIT
// Heat spreads over a grid: each step makes all of it from what it was.
#include <cassert>
#include <cstddef>
#include <vector>

class grid
{
      public:
	explicit grid(std::size_t side)
	    : side(side), now(side * side), next(now)
	{
		now[side / 2 * side + side / 2] = 1000;
	}
	void step();
	double total() const;

      private:
	std::size_t side;
	std::vector<double> now, next;
};

void grid::step()
{
	for (std::size_t y = 1; y + 1 < side; y++)
		for (std::size_t x = 1; x + 1 < side; x++) {
			std::size_t i = y * side + x;
			next[i] =
				now[i] +
				0.1 * (now[i - 1] + now[i + 1] + now[i - side] +
					      now[i + side] - 4 * now[i]);
		}
	now.swap(next);
}

double grid::total() const
{
	double sum = 0;

	for (double heat : now)
		sum += heat;
	return sum;
}

int main()
{
	grid plate(9);

	for (int i = 0; i < 12; i++)
		plate.step();
	assert(plate.total() > 500 && plate.total() <= 1000);
	return 0;
}
