// SPDX-License-Identifier: MIT
// Sky above a line is painted again for each tower that is drawn, before the next.
#include <cstdlib>
#include <vector>

struct picture {
	int width;
	std::vector<int> pixel;
};

void picture_clear_from(picture &p, int column)
{
	for (int x = column; x < p.width; x++)
		p.pixel[x] = 7;
}

void picture_draw(picture &p)
{
	for (int column = 0; column < p.width; column++) {
		picture_clear_from(p, column);
		p.pixel[column] = 1;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	picture p{n, std::vector<int>(n)};

	picture_draw(p);
	return p.pixel[0] != 1;
}
