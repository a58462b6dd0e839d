/* SPDX-License-Identifier: MIT
 * Its test. */
#include "records.cc"
#include <cassert>

static std::vector<record> make_records(int count)
{
	std::vector<record> records;
	for (int i = 0; i < count; ++i) {
		char name[32];
		std::snprintf(name, sizeof name, "record_%04d", i);
		records.push_back({name, i * i});
	}
	return records;
}

int main()
{
	const std::string path = "records.txt";
	auto written = make_records(25);
	assert(records_write(path, written));
	auto read = records_read(path);
	assert(read.size() == written.size());
	assert(read.back().value == 24 * 24);
	std::remove(path.c_str());
	return 0;
}
