// SPDX-License-Identifier: MIT
// Reads a table from text into rows, and adds up a column.
#include <cassert>
#include <sstream>
#include <string>
#include <vector>

using row = std::vector<int>;

std::vector<row> read_table(const std::string &text)
{
	std::vector<row> table;
	std::istringstream lines(text);
	std::string line;

	while (std::getline(lines, line)) {
		std::istringstream fields(line);
		std::string field;
		row row;
		while (std::getline(fields, field, ','))
			row.push_back(std::stoi(field));
		table.push_back(row);
	}
	return table;
}

int sum_of_column(const std::vector<row> &table, unsigned column)
{
	int sum = 0;

	for (const row &row : table)
		sum += row.at(column);
	return sum;
}

int main()
{
	const auto table = read_table("1,2,3\n4,5,6\n7,8,9\n10,11,12\n");

	assert(table.size() == 4);
	assert(sum_of_column(table, 1) == 26);
	return 0;
}
