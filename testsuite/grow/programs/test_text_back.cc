/* SPDX-License-Identifier: MIT
 * Its test. */
#include "text_back.cc"

static void test_text()
{
	std::string text;
	for (int i = 0; i < 18; i++)
		text_add(text, "a few words more, ");
	assert(!text.empty());
}

int main()
{
	test_text();
	return 0;
}
