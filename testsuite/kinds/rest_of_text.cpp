// SPDX-License-Identifier: MIT
// Takes words from the front of a text by making the rest a text of its own.
#include <cstdlib>
#include <string>

int words_count(std::string text)
{
	int words = 0;

	while (!text.empty()) {
		std::size_t end = text.find(' ');
		words++;
		if (end == std::string::npos)
			break;
		text = text.substr(end + 1);
	}
	return words;
}

int main(int argc, char **argv)
{
	std::string text;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		text += "word ";
	return words_count(text) == 0;
}
