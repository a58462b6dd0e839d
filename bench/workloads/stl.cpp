// SPDX-License-Identifier: MIT
// Standard containers, virtual calls and exceptions: stl [COUNT [TIMES]]
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

struct shape {
	virtual ~shape() = default;
	virtual long area() const = 0;
};
struct square : shape {
	explicit square(long side) : side(side)
	{
	}
	long area() const override
	{
		return side * side;
	}
	long side;
};
struct strip : shape {
	explicit strip(long length) : length(length)
	{
	}
	long area() const override
	{
		if (length % 1000 == 999)
			throw std::out_of_range("strip");
		return length;
	}
	long length;
};

static long look_up(const std::map<int, long> &map, int count)
{
	long total = 0;
	for (int i = 0; i < count; i++) {
		auto found = map.find(i * 7 % count);
		if (found != map.end())
			total += found->second;
	}
	return total;
}

static long add_areas(const std::vector<std::unique_ptr<shape>> &shapes)
{
	long total = 0;
	for (const auto &one : shapes) {
		try {
			total += one->area();
		} catch (const std::out_of_range &) {
			total++;
		}
	}
	return total;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 10000;
	int times = argc > 2 ? atoi(argv[2]) : 40;
	std::map<int, long> map;
	std::list<int> list;
	std::vector<std::unique_ptr<shape>> shapes;
	long total = 0;

	for (int i = 0; i < count; i++) {
		map[i] = i;
		list.push_front(i);
		if (i % 2 == 0)
			shapes.emplace_back(new square(i));
		else
			shapes.emplace_back(new strip(i));
	}
	for (int i = 0; i < times; i++) {
		for (int value : list)
			total += value;
		total += look_up(map, count) + add_areas(shapes);
	}
	std::printf("%ld\n", total);
	return 0;
}
