// SPDX-License-Identifier: MIT
// A tree that halves a plane in turn by x and by y holds a few places, which are asked for.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

struct Place {
	int x, y;
};

struct Half {
	Place place;
	std::unique_ptr<Half> less, more;
};

static std::unique_ptr<Half> divide(Place *first, Place *last, bool byX)
{
	if (first == last)
		return nullptr;
	Place *middle = first + (last - first) / 2;
	std::nth_element(
		first, middle, last, [byX](const Place &a, const Place &b) {
			return byX ? a.x < b.x : a.y < b.y;
		});
	auto half = std::make_unique<Half>();
	half->place = *middle;
	half->less = divide(first, middle, !byX);
	half->more = divide(middle + 1, last, !byX);
	return half;
}

__attribute__((noinline)) bool hasPlace(const Half *at, Place place)
{
	for (bool byX = true; at; byX = !byX) {
		if (at->place.x == place.x && at->place.y == place.y)
			return true;
		bool isLess =
			byX ? place.x < at->place.x : place.y < at->place.y;
		at = isLess ? at->less.get() : at->more.get();
	}
	return false;
}

__attribute__((noinline)) int askAll(
	const Half *root, const std::vector<Place> &places, int rounds)
{
	int found = 0;

	for (int i = 0; i < rounds; i++)
		found += hasPlace(root, places[i % 2]);
	return found;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? std::atoi(argv[1]) : 16;
	std::vector<Place> places;

	for (int i = 0; i < 6; i++)
		places.push_back({i * 7 % 6, i * 5 % 11});
	std::vector<Place> sorted = places;
	auto root = divide(&sorted[0], &sorted[0] + sorted.size(), true);
	return askAll(root.get(), places, rounds) != rounds;
}
