/* SPDX-License-Identifier: MIT
 * How well a pattern fits at each place of a signal.
 * label: output best_fit */
#include <cstddef>
#include <vector>

std::size_t best_fit(
	const std::vector<double> &signal, const std::vector<double> &pattern)
{
	std::size_t best = 0;
	double most = -1e9;
	for (std::size_t at = 0; at + pattern.size() <= signal.size(); at++) {
		double sum = 0;
		for (std::size_t i = 0; i < pattern.size(); i++)
			sum += signal[at + i] * pattern[i];
		if (sum > most) {
			most = sum;
			best = at;
		}
	}
	return best;
}
