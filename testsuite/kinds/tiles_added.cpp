// SPDX-License-Identifier: MIT
// Tiles of a map are kept in an array of exactly as many, made anew for each.
#include <cstdlib>
#include <cstring>

struct tile {
	int x, y, kind;
};

struct map {
	tile *tiles = nullptr;
	size_t count = 0;
};

static void map_add(map &to, const tile &added)
{
	tile *more =
		static_cast<tile *>(std::malloc((to.count + 1) * sizeof *more));

	if (to.count)
		std::memcpy(more, to.tiles, to.count * sizeof *more);
	more[to.count++] = added;
	std::free(to.tiles);
	to.tiles = more;
}

__attribute__((noinline)) void map_draw(map &to, int count)
{
	for (int i = 0; i < count; i++)
		map_add(to, {i % 5, i / 5, i * 3 % 4});
}

int main(int argc, char **argv)
{
	map drawn;

	map_draw(drawn, argc > 1 ? atoi(argv[1]) : 14);
	std::free(drawn.tiles);
	return drawn.count == 0;
}
