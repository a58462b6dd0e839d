// SPDX-License-Identifier: MIT
// The longest beginning of a word that is its end, too, by comparing all.
#include <cstdlib>
#include <string>

std::size_t longest_border(const std::string &word)
{
	std::size_t longest = 0;

	for (std::size_t k = 1; k < word.size(); k++)
		if (word.compare(0, k, word, word.size() - k, k) == 0)
			longest = k;
	return longest;
}

int main(int argc, char **argv)
{
	std::string word(2 * (argc > 1 ? atoi(argv[1]) : 24), 'a');

	return longest_border(word) + 1 != word.size();
}
