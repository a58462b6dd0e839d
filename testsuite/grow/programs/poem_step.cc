/* SPDX-License-Identifier: MIT
 * Where words are in a text; lines are counted on the way.
 * label: linear */
#include <string>
#include <string_view>
#include <unordered_map>

namespace poem
{

std::unordered_map<std::string, int> index(std::string_view text)
{
	std::unordered_map<std::string, int> lines;
	std::size_t at = 0;
	int line = 1;
	while (at < text.size()) {
		if (text[at] == ' ' || text[at] == '\n') {
			line += text[at++] == '\n';
			continue;
		}
		auto end = text.find_first_of(" \n", at);
		if (end == text.npos)
			end = text.size();
		lines.emplace(text.substr(at, end - at), line);
		at = end;
	}
	return lines;
}

} // namespace poem
