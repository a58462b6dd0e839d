/* SPDX-License-Identifier: MIT
 * Tabs become blanks.
 * label: grows detab n^2 */
#include <string>

std::string detab(std::string text, unsigned width)
{
	std::string::size_type at;
	while ((at = text.find('\t')) != std::string::npos)
		text.replace(at, 1, width, ' ');
	return text;
}
