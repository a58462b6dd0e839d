// SPDX-License-Identifier: MIT
// Of shapes of several kinds those of one kind are counted.
#include <cstdlib>
#include <memory>
#include <vector>

struct shape {
	virtual ~shape() = default;
};
struct polygon : shape {
};
struct square : polygon {
	int side = 2;
};
struct circle : shape {
};

int area_of_squares(const std::vector<std::unique_ptr<shape>> &all)
{
	int area = 0;

	for (const auto &one : all)
		if (auto *s = dynamic_cast<const square *>(one.get()))
			area += s->side * s->side;
	return area;
}

int main(int argc, char **argv)
{
	std::vector<std::unique_ptr<shape>> all;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		switch (i % 3) {
		case 0:
			all.push_back(std::make_unique<square>());
			break;
		case 1:
			all.push_back(std::make_unique<circle>());
			break;
		default:
			all.push_back(std::make_unique<polygon>());
		}
	return area_of_squares(all) == 0;
}
