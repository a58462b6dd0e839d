/* SPDX-License-Identifier: MIT
 * Members by long keys in a vector.
 * label: grows Object::set n^2 */
#include <string>
#include <utility>
#include <vector>

class Object
{
      public:
	void set(const std::string &key, int value)
	{
		for (auto &member : members_)
			if (member.first == key) {
				member.second = value;
				return;
			}
		members_.push_back({key, value});
	}
	int get(const std::string &key) const
	{
		for (const auto &member : members_)
			if (member.first == key)
				return member.second;
		return -1;
	}

      private:
	std::vector<std::pair<std::string, int>> members_;
};
