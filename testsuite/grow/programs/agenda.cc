/* SPDX-License-Identifier: MIT
 * Appointments that are kept in order in a vector.
 * label: grows Agenda::add n^2 */
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

class Agenda
{
      public:
	void add(int minute, std::string what)
	{
		auto at = std::lower_bound(items_.begin(), items_.end(), minute,
			[](const auto &item, int m) { return item.first < m; });
		items_.insert(at, {minute, std::move(what)});
	}

	const std::string &first() const
	{
		return items_.front().second;
	}

	size_t size() const
	{
		return items_.size();
	}

      private:
	std::vector<std::pair<int, std::string>> items_;
};
