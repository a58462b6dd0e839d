// SPDX-License-Identifier: MIT
// A tokenizer that erases from its text what it has read.
#include <cassert>
#include <string>
#include <vector>

std::vector<std::string> tokens_of(std::string text)
{
	std::vector<std::string> tokens;

	while (!text.empty()) {
		std::size_t end = text.find(' ');
		if (end == std::string::npos)
			end = text.size() - 1;
		tokens.push_back(text.substr(0, end));
		text.erase(0, end + 1);
	}
	return tokens;
}

int main()
{
	std::string text;

	for (int i = 0; i < 12; i++)
		text += "word ";
	assert(tokens_of(text).size() == 12);
	return 0;
}
