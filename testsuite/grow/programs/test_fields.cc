/* SPDX-License-Identifier: MIT
 * Its test. */
#include "fields.cc"
#include <iostream>

static int failures;
#define CHECK_EQUAL(a, b)                                                      \
	((a) == (b) ? (void)0                                                  \
		    : (void)(failures++,                                       \
			      std::cerr << __LINE__ << ": " #a "\n"))

static void testSplit()
{
	auto all = fields_split("name,street,town,country,zip");

	CHECK_EQUAL(all.size(), 5u);
	CHECK_EQUAL(all[2], "town");
}

static void testOne()
{
	CHECK_EQUAL(fields_split("alone").size(), 1u);
}

int main()
{
	testSplit();
	testOne();
	return failures;
}
