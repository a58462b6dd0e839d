/* SPDX-License-Identifier: MIT
 * Whether two lists have the same numbers in some order.
 * label: grows reordered n^2 */
#include <algorithm>
#include <vector>

__attribute__((noinline)) bool reordered(
	const std::vector<int> &a, const std::vector<int> &b)
{
	return std::is_permutation(a.begin(), a.end(), b.begin());
}
