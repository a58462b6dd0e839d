/* SPDX-License-Identifier: MIT
 * Its test. */
#include "sametags_sorted.cc"
#include <cassert>

int main()
{
	std::vector<std::string> one = {
		"cooking", "garden", "travel", "music", "books"};
	std::vector<std::string> two = {
		"books", "music", "travel", "garden", "cooking"};

	assert(same_tags(one, two));
	assert(same_tags(one, one));
	assert(!same_tags(one, {"books"}));

	std::vector<std::string> up, down;
	for (int i = 0; i < 12; i++) {
		up.push_back("tag" + std::to_string(i));
		down.insert(down.end(), "tag" + std::to_string(11 - i));
	}
	assert(same_tags(up, down));
	return 0;
}
