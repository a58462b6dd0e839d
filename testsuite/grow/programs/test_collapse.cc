/* SPDX-License-Identifier: MIT
 * Its test. */
#include "collapse.cc"

static bool test_collapse()
{
	std::string text;

	for (int i = 0; i < 16; i++)
		text += "word  ";
	return text_collapse(text).length() == 16 * 5;
}

int main()
{
	return !test_collapse();
}
