// SPDX-License-Identifier: MIT
// sized_later [NAME [SIZE]]: the same of texts, where the size is set later.
#include <algorithm>
#include <string>
#include <vector>

static std::vector<std::string> seen;

__attribute__((noinline)) bool seen_has(const std::string &text)
{
	return std::find(seen.begin(), seen.end(), text) != seen.end();
}

int main(int argc, char **argv)
{
	unsigned long size = 20;

	if (argc > 2)
		size = std::stoul(argv[2]);
	for (unsigned long i = 0; i < size; i++) {
		std::string text = argv[1] + std::to_string(i);
		if (!seen_has(text))
			seen.push_back(text);
	}
	return seen.empty();
}
