/* SPDX-License-Identifier: MIT
 * Tabs become blanks.
 * label: linear */
#include <string>

std::string detab(std::string text, unsigned width)
{
	std::string out;
	for (char c : text)
		if (c == '\t')
			out.append(width, ' ');
		else
			out.push_back(c);
	return out;
}
