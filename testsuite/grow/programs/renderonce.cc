/* SPDX-License-Identifier: MIT
 * The same into another text.
 * label: linear */
#include <map>
#include <string>

std::string render(const std::string &page,
	const std::map<std::string, std::string> &values)
{
	std::string out;
	std::size_t from = 0;
	for (;;) {
		auto open = page.find("{{", from);
		auto close = open == std::string::npos ? open
						       : page.find("}}", open);
		if (close == std::string::npos)
			return out.append(page, from, std::string::npos);
		out.append(page, from, open - from);
		auto it = values.find(page.substr(open + 2, close - open - 2));
		if (it != values.end())
			out += it->second;
		from = close + 2;
	}
}
