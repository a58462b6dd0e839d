// SPDX-License-Identifier: MIT
// Counts words in a hash map.
#include <cassert>
#include <sstream>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> count_words(const std::string &text)
{
	std::unordered_map<std::string, int> count;
	std::istringstream words(text);
	std::string word;

	while (words >> word)
		count[word]++;
	return count;
}

int main()
{
	const auto count = count_words("a rose is a rose is a rose and a "
				       "daffodil is a daffodil");

	assert(count.at("rose") == 3);
	assert(count.at("a") == 5);
	return 0;
}
