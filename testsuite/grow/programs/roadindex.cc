/* SPDX-License-Identifier: MIT
 * The same by a hash table.
 * label: linear */
#include <string>
#include <unordered_map>

class Map
{
      public:
	void addRoad(const std::string &from, const std::string &to)
	{
		roads_ += find(from) != find(to);
	}
	size_t towns() const
	{
		return town_.size();
	}
	int roads() const
	{
		return roads_;
	}

      private:
	size_t find(const std::string &name)
	{
		return town_.emplace(name, town_.size()).first->second;
	}
	std::unordered_map<std::string, size_t> town_;
	int roads_ = 0;
};
