// SPDX-License-Identifier: MIT
// Whether each bracket is closed: std::find looks to the end of the text for each.
#include <algorithm>
#include <cassert>
#include <string>

int count_closed(const std::string &text)
{
	int closed = 0;

	for (auto at = text.begin(); at != text.end(); ++at)
		if (*at == '[')
			closed += std::find(at, text.end(), ']') != text.end();
	return closed;
}

int main()
{
	std::string text;

	for (int i = 0; i < 16; i++)
		text += "[item";
	assert(count_closed(text) == 0);
	return 0;
}
