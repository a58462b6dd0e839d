/* SPDX-License-Identifier: MIT
 * A template: each variable is replaced in place, and the next looked for from the front.
 * label: grows render n^2 */
#include <map>
#include <string>

std::string render(
	std::string page, const std::map<std::string, std::string> &values)
{
	for (;;) {
		auto open = page.find("{{");
		if (open == std::string::npos)
			return page;
		auto close = page.find("}}", open);
		if (close == std::string::npos)
			return page;
		auto it = values.find(page.substr(open + 2, close - open - 2));
		page.replace(open, close + 2 - open,
			it == values.end() ? "" : it->second);
	}
}
