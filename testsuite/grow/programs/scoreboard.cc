/* SPDX-License-Identifier: MIT
 * A list in order: all is sorted for each score.
 * label: grows Board::board_add n^2 */
#include <algorithm>
#include <string>
#include <vector>

struct Score {
	std::string player;
	int points;
};

class Board
{
      public:
	void board_add(const std::string &player, int points)
	{
		scores.push_back({player, points});
		std::sort(scores.begin(), scores.end(),
			[](const Score &a, const Score &b) {
				return a.points > b.points;
			});
	}
	const Score &best() const
	{
		return scores.front();
	}
	size_t size() const
	{
		return scores.size();
	}

      private:
	std::vector<Score> scores;
};
