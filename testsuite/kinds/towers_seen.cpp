// SPDX-License-Identifier: MIT
// How high a column of blocks is, found by going down its rows for each block that falls.
#include <cstdlib>
#include <vector>

using well = std::vector<std::vector<char>>;

__attribute__((noinline)) int rows_free(const well &rows, int column)
{
	int row = 0;

	while (row < (int)rows.size() && !rows[row][column])
		row++;
	return row;
}

__attribute__((noinline)) int blocks_drop(well &rows, int blocks)
{
	int dropped = 0;

	for (int i = 0; i < blocks; i++) {
		int row = rows_free(rows, i % 2);
		if (row == 0)
			break;
		rows[row - 1][i % 2] = 1;
		dropped++;
	}
	return dropped;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? std::atoi(argv[1]) : 14;
	well rows(n, std::vector<char>(4));

	return blocks_drop(rows, n) != n;
}
