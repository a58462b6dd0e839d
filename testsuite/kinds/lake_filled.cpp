// SPDX-License-Identifier: MIT
// A lake on a map is filled from one place on: each place of it is visited once.
#include <cstdlib>
#include <stack>
#include <string>
#include <vector>

struct place {
	int row, column;
};

class land
{
      public:
	explicit land(int size) : height(size, std::vector<int>(size, 3))
	{
		for (int i = 1; i < size - 1; i++)
			for (int j = 1 + i % 2; j < size - 1; j++)
				height[i][j] = 1;
	}
	int fill(place from)
	{
		std::stack<place> left;
		int filled = 0;

		left.push(from);
		while (!left.empty()) {
			place at = left.top();
			left.pop();
			if (height[at.row][at.column] > 1)
				continue;
			height[at.row][at.column] = 2;
			filled++;
			left.push({at.row - 1, at.column});
			left.push({at.row, at.column - 1});
			left.push({at.row, at.column + 1});
			left.push({at.row + 1, at.column});
		}
		return filled;
	}

      private:
	std::vector<std::vector<int>> height;
};

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::atoi(argv[1]) / 5 : 8;
	land around(n);

	return around.fill({2, 2}) == 0;
}
