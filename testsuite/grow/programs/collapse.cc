/* SPDX-License-Identifier: MIT
 * Blanks that follow each other are replaced by one, in place: the rest of the text moves
 * for each.
 * label: grows text_collapse n^2 */
#include <string>

std::string text_collapse(std::string text)
{
	for (size_t i = 0; i < text.length(); i++) {
		size_t end = i;
		while (end < text.length() && text[end] == ' ')
			end++;
		if (end > i)
			text.replace(i, end - i, " ");
	}
	return text;
}
