/* SPDX-License-Identifier: MIT
 * The same in a tree.
 * label: linear */
#include <map>
#include <string>

class Board
{
      public:
	void board_add(const std::string &player, int points)
	{
		scores.emplace(-points, player);
	}
	const std::string &best() const
	{
		return scores.begin()->second;
	}
	size_t size() const
	{
		return scores.size();
	}

      private:
	std::multimap<int, std::string> scores;
};
