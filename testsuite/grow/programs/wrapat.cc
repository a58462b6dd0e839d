/* SPDX-License-Identifier: MIT
 * The same by places in the text.
 * label: linear */
#include <string>
#include <vector>

namespace text
{
std::vector<std::string> wrap(const std::string &input, std::size_t width)
{
	std::vector<std::string> lines;
	std::size_t from = 0;

	while (input.size() - from > width) {
		std::size_t at = input.rfind(' ', from + width);
		if (at == std::string::npos || at <= from)
			at = from + width;
		lines.push_back(input.substr(from, at - from));
		from = input[at] == ' ' ? at + 1 : at;
	}
	if (from < input.size())
		lines.push_back(input.substr(from));
	return lines;
}
} // namespace text
