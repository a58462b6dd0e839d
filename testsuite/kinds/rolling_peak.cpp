// SPDX-License-Identifier: MIT
// The peak of the last seven readings, for each reading.
#include <algorithm>
#include <cstdlib>
#include <vector>

struct meter {
	std::vector<int> reading;
	std::vector<int> peaks(std::size_t width) const;
};

std::vector<int> meter::peaks(std::size_t width) const
{
	std::vector<int> result;

	for (std::size_t i = 0; i + width <= reading.size(); i++)
		result.push_back(*std::max_element(
			reading.begin() + i, reading.begin() + i + width));
	return result;
}

int main(int argc, char **argv)
{
	meter m;

	for (int i = 0, n = 6 * (argc > 1 ? atoi(argv[1]) : 24); i < n; i++)
		m.reading.push_back(i * 31 % 57);
	return m.peaks(7).empty();
}
