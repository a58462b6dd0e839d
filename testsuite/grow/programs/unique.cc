/* SPDX-License-Identifier: MIT
 * Words of a text, each once, in the order in which they come.
 * label: grows unique_words n^2 */
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

std::vector<std::string> unique_words(const std::string &text)
{
	std::vector<std::string> words;
	std::istringstream in(text);
	std::string word;
	while (in >> word)
		if (std::find(words.begin(), words.end(), word) == words.end())
			words.push_back(word);
	return words;
}
