/* SPDX-License-Identifier: MIT
 * Members by long keys in a map.
 * label: linear */
#include <map>
#include <string>

class Object
{
      public:
	void set(const std::string &key, int value)
	{
		members_[key] = value;
	}
	int get(const std::string &key) const
	{
		auto found = members_.find(key);
		return found == members_.end() ? -1 : found->second;
	}

      private:
	std::map<std::string, int> members_;
};
