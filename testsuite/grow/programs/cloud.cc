/* SPDX-License-Identifier: MIT
 * A cloud of tags in a list.
 * label: grows TagCloud::add n^2 */
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

class TagCloud
{
      public:
	void add(const std::string &tag)
	{
		for (auto &known : tags_)
			if (known.first == tag) {
				++known.second;
				return;
			}
		tags_.emplace_back(tag, 1);
	}
	int of(const std::string &tag) const
	{
		for (const auto &known : tags_)
			if (known.first == tag)
				return known.second;
		return 0;
	}
	std::size_t size() const
	{
		return tags_.size();
	}

      private:
	std::vector<std::pair<std::string, int>> tags_;
};
