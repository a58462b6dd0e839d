/* SPDX-License-Identifier: MIT
 * A fixture, and checks that are counted. */
#include "bookmark.c"
#include <stdio.h>

static struct bookmarks marks;
static int failures;

#define CHECK(condition)                                                       \
	do {                                                                   \
		if (!(condition)) {                                            \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,     \
				#condition);                                   \
			failures++;                                            \
		}                                                              \
	} while (0)

static void setup(void)
{
	char address[80];

	for (unsigned page = 0; page < 14; page++) {
		snprintf(address, sizeof address,
			"https://example.org/manual/chapter/%u/index.html",
			page);
		bookmarks_keep(&marks, address);
	}
}

static void test_kept_once(void)
{
	bookmarks_keep(
		&marks, "https://example.org/manual/chapter/3/index.html");
	CHECK(marks.count == 14);
}

int main(void)
{
	setup();
	test_kept_once();
	bookmarks_free(&marks);
	return failures != 0;
}
