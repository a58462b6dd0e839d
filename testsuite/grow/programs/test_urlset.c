/* SPDX-License-Identifier: MIT
 * Its test. */
#include "urlset.c"
#include <assert.h>

static void test_add(void)
{
	struct urlset set = {0};

	assert(urlset_add(
		&set, "https://www.example.org/archive/2019/index.html"));
	assert(urlset_add(
		&set, "https://www.example.org/archive/2020/index.html"));
	assert(urlset_add(
		&set, "https://www.example.org/archive/2021/index.html"));
	assert(urlset_add(
		&set, "https://www.example.org/archive/2021/about.html"));
	assert(!urlset_add(
		&set, "https://www.example.org/archive/2020/index.html"));
	assert(set.count == 4);
	urlset_clear(&set);
	assert(set.count == 0);
}

static void test_empty(void)
{
	struct urlset set = {0};

	assert(!urlset_contains(&set, "https://www.example.org/"));
	urlset_clear(&set);
}

int main(void)
{
	test_empty();
	test_add();
	return 0;
}
