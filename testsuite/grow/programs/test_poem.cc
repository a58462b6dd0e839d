/* SPDX-License-Identifier: MIT
 * Its test. */
#include "poem.cc"

#include <iostream>

class PoemTest
{
      protected:
	std::string text;

      public:
	PoemTest()
	{
		for (auto line : {"roses are red", "violets are blue",
			     "sugar is sweet"}) {
			text += line;
			text += '\n';
		}
	}
	bool test_lines()
	{
		auto lines = poem::index(text);
		return lines["roses"] == 1 && lines["are"] == 1 &&
		       lines["sugar"] == 3;
	}
	bool test_nothing()
	{
		return poem::index(text.substr(text.size())).empty() &&
		       poem::line_of(text, 0) == 1;
	}
};

int main()
{
	int failed = 0;
	failed += !PoemTest().test_lines();
	failed += !PoemTest().test_nothing();
	if (failed)
		std::cerr << failed << " failed\n";
	return failed;
}
