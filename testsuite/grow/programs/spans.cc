/* SPDX-License-Identifier: MIT
 * A set of spans, made anew for each that is added.
 * label: grows Spans::add n^2 */
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

class Spans
{
	std::vector<std::pair<int, int>> spans;

      public:
	void add(int lo, int hi);
	std::size_t size() const
	{
		return spans.size();
	}
	bool contains(int x) const
	{
		return std::any_of(spans.begin(), spans.end(),
			[x](const std::pair<int, int> &s) {
				return s.first <= x && x < s.second;
			});
	}
};

void Spans::add(int lo, int hi)
{
	std::vector<std::pair<int, int>> merged;
	bool placed = false;
	for (auto &s : spans) {
		if (s.second < lo) {
			merged.push_back(s);
		} else if (hi < s.first) {
			if (!placed)
				merged.emplace_back(lo, hi);
			placed = true;
			merged.push_back(s);
		} else {
			lo = std::min(lo, s.first);
			hi = std::max(hi, s.second);
		}
	}
	if (!placed)
		merged.emplace_back(lo, hi);
	spans.swap(merged);
}
