// SPDX-License-Identifier: MIT
// Sorts the letters of each of many words, in one buffer that is filled anew.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

int anagrams_count(const std::vector<std::string> &words)
{
	std::vector<char> letters;
	int equal = 0;
	std::string before;

	letters.reserve(64);
	for (const std::string &word : words) {
		letters.assign(word.begin(), word.end());
		std::sort(letters.begin(), letters.end());
		std::string key(letters.begin(), letters.end());
		equal += key == before;
		before = key;
	}
	return equal;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	std::vector<std::string> words;

	for (int i = 0; i < n; i++)
		words.push_back(
			std::string(3 + i * 7 % 11, 'a' + i % 20) + "zb");
	return anagrams_count(words) < 0;
}
