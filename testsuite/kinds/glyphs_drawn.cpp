// SPDX-License-Identifier: MIT
// A font that was loaded: a row of bytes for each letter, which is drawn as often as the
// text has it.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

struct font {
	unsigned char glyph[96][14];
};

struct canvas {
	std::vector<unsigned> line = std::vector<unsigned>(14);
	unsigned ink = 0;
};

static std::unique_ptr<font> font_load()
{
	auto loaded = std::make_unique<font>();

	srand(8);
	for (auto &glyph : loaded->glyph)
		for (auto &row : glyph)
			row = static_cast<unsigned char>(rand());
	return loaded;
}

__attribute__((noinline)) void text_draw(
	canvas &on, const font &with, const std::string &text)
{
	for (char letter : text) {
		const unsigned char *row = with.glyph[letter - ' '];
		for (int y = 0; y < 14; y++) {
			on.line[y] = on.line[y] << 1 ^ row[y];
			on.ink += on.line[y] & 1;
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	auto loaded = font_load();
	canvas page;

	for (int i = 0; i < n; i++)
		text_draw(page, *loaded,
			std::string(static_cast<size_t>(1 + i % 9), 'a') +
				(i % 3 ? "b" : ""));
	return page.ink == 0;
}
