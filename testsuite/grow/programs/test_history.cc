/* SPDX-License-Identifier: MIT
 * Its test. */
#include "history.cc"
#include <cstdlib>
#include <iostream>

#define REQUIRE(x)                                                             \
	do {                                                                   \
		if (!(x)) {                                                    \
			std::cerr << __FILE__ << ":" << __LINE__ << ": " #x    \
				  << std::endl;                                \
			std::exit(1);                                          \
		}                                                              \
	} while (0)

static void test_undo()
{
	Document document;
	const std::vector<std::string> poem = {
		"The owl and the pussy-cat went to sea",
		"In a beautiful pea-green boat,",
		"They took some honey, and plenty of money,",
		"Wrapped up in a five-pound note.",
	};
	for (const auto &line : poem)
		document.append_line(line);
	REQUIRE(document.size() == 4);
	REQUIRE(document.line(1) == poem[1]);
	REQUIRE(document.undo());
	REQUIRE(document.size() == 3);
	while (document.undo())
		;
	REQUIRE(document.size() == 0);
}

static void test_long_document()
{
	Document document;
	for (int i = 0; i < 25; ++i)
		document.append_line("line " + std::to_string(i));
	REQUIRE(document.size() == 25);
	REQUIRE(document.line(24) == "line 24");
}

int main()
{
	test_undo();
	test_long_document();
}
