/* SPDX-License-Identifier: MIT
 * Records that are written to a file and read back, in one pass each.
 * label: linear */
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

struct record {
	std::string name;
	int value;
};

bool records_write(const std::string &path, const std::vector<record> &records)
{
	std::ofstream out(path);
	for (const auto &r : records)
		out << r.name << ' ' << r.value << '\n';
	return bool(out.flush());
}

std::vector<record> records_read(const std::string &path)
{
	std::vector<record> records;
	std::ifstream in(path);
	record r;
	while (in >> r.name >> r.value)
		records.push_back(r);
	return records;
}
