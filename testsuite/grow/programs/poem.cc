/* SPDX-License-Identifier: MIT
 * Where words are in a text; the line of each is counted from the beginning.
 * label: grows poem::line_of n^2 */
#include <map>
#include <string>
#include <string_view>

namespace poem
{

int line_of(std::string_view text, std::size_t place)
{
	int line = 1;
	for (std::size_t i = 0; i < place; i++)
		if (text[i] == '\n')
			line++;
	return line;
}

std::map<std::string, int> index(std::string_view text)
{
	std::map<std::string, int> lines;
	std::size_t at = 0;
	while ((at = text.find_first_not_of(" \n", at)) != text.npos) {
		auto end = text.find_first_of(" \n", at);
		if (end == text.npos)
			end = text.size();
		lines.emplace(text.substr(at, end - at), line_of(text, at));
		at = end;
	}
	return lines;
}

} // namespace poem
