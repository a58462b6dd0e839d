/* SPDX-License-Identifier: MIT
 * A text is broken into lines; what is left of it is copied for each.
 * label: grows text::wrap n^2 */
#include <string>
#include <vector>

namespace text
{
std::vector<std::string> wrap(std::string input, std::size_t width)
{
	std::vector<std::string> lines;

	while (input.size() > width) {
		std::size_t at = input.rfind(' ', width);
		if (at == std::string::npos || at == 0)
			at = width;
		lines.push_back(input.substr(0, at));
		input = input.substr(input[at] == ' ' ? at + 1 : at);
	}
	if (!input.empty())
		lines.push_back(input);
	return lines;
}
} // namespace text
