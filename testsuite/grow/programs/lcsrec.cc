/* SPDX-License-Identifier: MIT
 * The longest common part of two texts, by trying.
 * label: grows lcs 2^n */
#include <algorithm>
#include <string>

std::string lcs(const std::string &a, const std::string &b)
{
	if (a.empty() || b.empty())
		return "";
	if (a.front() == b.front())
		return a.front() + lcs(a.substr(1), b.substr(1));
	std::string x = lcs(a.substr(1), b), y = lcs(a, b.substr(1));
	return x.size() > y.size() ? x : y;
}
