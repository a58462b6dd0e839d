/* SPDX-License-Identifier: MIT
 * A document that is handed on by value, so that each tag copies it.
 * label: grows markup::element n^2 */
#include <iostream>
#include <string>
#include <vector>

namespace markup
{
std::string element(
	std::string before, const std::string &tag, const std::string &text)
{
	return before + "<" + tag + ">" + text + "</" + tag + ">\n";
}

std::string list(const std::vector<std::string> &items)
{
	std::string all;
	for (const auto &item : items)
		all = element(all, "li", item);
	return all;
}
} // namespace markup
