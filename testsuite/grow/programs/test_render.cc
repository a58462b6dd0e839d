/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef RENDER
#define RENDER "render.cc"
#endif
#include RENDER
#include <cassert>
#include <iostream>

struct Fixture {
	std::map<std::string, std::string> values{
		{"user", "Ann"}, {"place", "York"}, {"day", "Monday"}};
};

struct RenderTest : Fixture {
	void replaces()
	{
		auto out = render("Dear {{user}}, see you on {{day}} in "
				  "{{place}}.",
			values);
		assert(out == "Dear Ann, see you on Monday in York.");
	}
	void unknown()
	{
		assert(render("a{{nobody}}b", values) == "ab");
	}
	void open()
	{
		assert(render("a{{b", values) == "a{{b");
	}
};

int main()
{
	RenderTest().replaces();
	RenderTest().unknown();
	RenderTest().open();
	std::cout << "3 tests\n";
}
