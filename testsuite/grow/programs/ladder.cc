/* SPDX-License-Identifier: MIT
 * A table of players, sorted after each result.
 * label: grows Ladder::arrange n^2 */
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
		arrange();
	}

	const Player &at(std::size_t place) const
	{
		return players_[place];
	}

	std::size_t size() const
	{
		return players_.size();
	}

      private:
	void arrange();

	std::vector<Player> players_;
};

__attribute__((noinline)) void Ladder::arrange()
{
	std::sort(players_.begin(), players_.end(),
		[](const Player &a, const Player &b) {
			return a.points != b.points ? a.points > b.points
						    : a.name < b.name;
		});
}
