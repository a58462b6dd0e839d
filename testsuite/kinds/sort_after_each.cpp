// SPDX-License-Identifier: MIT
// Reads words into a list that is sorted, in the loop itself, after each of them.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

std::size_t index_build(int count)
{
	std::vector<std::string> words;
	std::size_t sum = 0;

	words.reserve(count);
	for (int i = 0; i < count; i++) {
		words.push_back("word" + std::to_string(i * 37 % 101));
		std::stable_sort(words.begin(), words.end());
		sum += words.front().size();
	}
	return sum;
}

int main(int argc, char **argv)
{
	return index_build(argc > 1 ? atoi(argv[1]) : 24) == 0;
}
