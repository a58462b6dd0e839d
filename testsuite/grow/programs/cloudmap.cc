/* SPDX-License-Identifier: MIT
 * The same by a table.
 * label: linear */
#include <string>
#include <unordered_map>

class TagCloud
{
      public:
	void add(const std::string &tag)
	{
		++tags_[tag];
	}
	int of(const std::string &tag) const
	{
		auto at = tags_.find(tag);
		return at == tags_.end() ? 0 : at->second;
	}
	std::size_t size() const
	{
		return tags_.size();
	}

      private:
	std::unordered_map<std::string, int> tags_;
};
