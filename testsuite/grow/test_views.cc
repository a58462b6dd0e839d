/* SPDX-License-Identifier: MIT
 * Unit tests that hand over texts as C++ does. */
#include "views.h"

#include <cassert>

#define TEST __attribute__((noinline)) static void

static std::string prepared;

TEST test_view()
{
	assert(views_repeats("one two one") > 2);
}

TEST test_string()
{
	assert(views_repeats_of("a text that is too long for its place") > 2);
	assert(views_repeats_of("and another one, so it is a call") > 2);
}

TEST test_structure()
{
	const named it = {"three words, two commas, a point.", 33};

	assert(views_repeats_in(&it) > 2);
}

TEST test_virtual()
{
	reader *it = views_new_reader();

	assert(it->read("one, two, three") > 2);
	delete it;
}

TEST test_ends()
{
	static const char *const texts[] = {
		"a", "bb", "a b c b a b c", "one", "two", "three"};
	std::size_t repeats = 0;

	for (auto text = std::begin(texts); text != std::end(texts); ++text)
		repeats += views_repeats(*text);
	assert(repeats > 2);
}

/* The fixture is not called by the test. */
TEST setup_text()
{
	prepared = "what a fixture makes";
}

TEST test_prepared()
{
	assert(views_repeats_of(prepared) > 2);
}

int main()
{
	test_view();
	test_string();
	test_structure();
	test_virtual();
	test_ends();
	setup_text();
	test_prepared();
	return 0;
}
