/* SPDX-License-Identifier: MIT
 * A table of players, sorted when it is asked for.
 * label: linear */
#include <algorithm>
#include <string>
#include <vector>

struct Player {
	std::string name;
	int points;
};

class Ladder
{
      public:
	void record(const std::string &name, int points)
	{
		players_.push_back({name, points});
		sorted_ = false;
	}

	const Player &at(std::size_t place)
	{
		if (!sorted_) {
			std::sort(players_.begin(), players_.end(),
				[](const Player &a, const Player &b) {
					return a.points > b.points;
				});
			sorted_ = true;
		}
		return players_[place];
	}

      private:
	std::vector<Player> players_;
	bool sorted_ = false;
};
