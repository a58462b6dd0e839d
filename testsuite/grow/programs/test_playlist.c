/* SPDX-License-Identifier: MIT
 * Its test. */
#include "playlist.c"
#include <assert.h>

static void test_seconds(void)
{
	struct playlist list = {0};

	playlist_add(&list, 181);
	playlist_add(&list, 240);
	playlist_add(&list, 205);
	playlist_add(&list, 199);
	assert(playlist_seconds(&list) == 825);
}

static void test_empty(void)
{
	struct playlist list = {0};

	assert(playlist_seconds(&list) == 0);
}

int main(void)
{
	test_empty();
	test_seconds();
	return 0;
}
