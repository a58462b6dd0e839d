/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef PARAMS
#define PARAMS "params.cc"
#endif
#include PARAMS

#include <cstdio>
#include <cstdlib>

#define CHECK(what)                                                            \
	do {                                                                   \
		if (!(what)) {                                                 \
			std::printf("line %d: %s\n", __LINE__, #what);         \
			failures++;                                            \
		}                                                              \
	} while (0)

static int failures;

static void test_several()
{
	std::string query = "a=1";
	for (const char *more : {"b=2", "c=3", "d=4"}) {
		query += '&';
		query += more;
	}
	auto all = params_read(query);
	CHECK(all.size() == 4);
	CHECK(params_write(all) == query);
}

static void test_none()
{
	CHECK(params_read("").empty());
	CHECK(params_read("nothing").empty());
}

int main()
{
	test_several();
	test_none();
	return failures > 0;
}
