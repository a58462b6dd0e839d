// SPDX-License-Identifier: MIT
// Which photos have an unwanted tag: all unwanted tags are looked through for each.
#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

struct photo {
	std::string tag;
	int rating;
};

int count_shown(const std::vector<photo> &photos,
	const std::vector<std::string> &unwanted)
{
	int shown = 0;

	for (const photo &one : photos)
		shown += std::none_of(unwanted.begin(), unwanted.end(),
			[&](const std::string &tag) { return tag == one.tag; });
	return shown;
}

int main()
{
	std::vector<photo> photos;
	std::vector<std::string> unwanted;

	for (int i = 0; i < 12; i++) {
		photos.push_back({"tag number " + std::to_string(i), i});
		if (i % 2)
			unwanted.push_back("tag number " + std::to_string(i));
	}
	assert(count_shown(photos, unwanted) == 6);
	return 0;
}
