// SPDX-License-Identifier: MIT
// What is looked for, a structure of constant size, is compared field by field with each
// of a few, of which the last differs alone in its last field.
#include <cstdlib>
#include <list>

struct Row {
	long value[75];
	long mark;
};

__attribute__((noinline)) static bool isSame(const Row &a, const Row &b)
{
	const long *left = reinterpret_cast<const long *>(&a);
	const long *right = reinterpret_cast<const long *>(&b);

	for (unsigned i = 0; i < sizeof(Row) / sizeof(long); i++)
		if (left[i] != right[i])
			return false;
	return true;
}

__attribute__((noinline)) int rowsRemove(std::list<Row> &rows, const Row &one)
{
	int removed = 0;

	for (auto at = rows.begin(); at != rows.end();)
		if (isSame(*at, one)) {
			at = rows.erase(at);
			removed++;
		} else {
			++at;
		}
	return removed;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? std::atoi(argv[1]) : 8;
	std::list<Row> rows;
	Row row = {};

	for (int i = 0; i < count; i++) {
		row.mark = i;
		rows.push_back(row);
	}
	return rowsRemove(rows, row) != 1;
}
