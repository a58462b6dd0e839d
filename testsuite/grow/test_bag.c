/* SPDX-License-Identifier: MIT
 * Unit tests of which each has its size in another way. */
#include <retread.h>

#include "bag.h"

#include <assert.h>
#include <stdlib.h>

/* Linear in each call: larger numbers make more work, and no call makes the next dearer. */
static void test_sums(void)
{
	assert(bag_sum(1) == 1);
	assert(bag_sum(3) == 6);
}

static void test_numbers(void)
{
	struct bag bag = {0};

	bag_add(&bag, 4);
	bag_add(&bag, 900);
	assert(bag.count == 2);
	bag_empty(&bag);
}

static void test_pointers(void)
{
	struct bag bag = {0};

	bag_add_next(&bag);
	assert(bag.count == 1);
	bag_empty(&bag);
}

static void fill(struct bag *bag, int count)
{
	while (count-- > 0)
		bag_add(bag, count);
}

static void test_helper(void)
{
	struct bag bag = {0};

	fill(&bag, 30);
	assert(bag.count == 30);
	bag_empty(&bag);
	fill(&bag, 1);
	assert(bag.count == 1);
	bag_empty(&bag);
}

static void test_marked(void)
{
	struct bag bag = {0};
	long count = RETREAD_SIZE(25L);

	for (long i = 0; i < count; i++)
		bag_add(&bag, i);
	assert(bag.count == 25);
	bag_empty(&bag);
}

static void test_table(void)
{
	static const struct {
		const char *text;
		size_t count;
	} cases[] = {{"1,2,3,4", 4}, {"5,6,7,5", 3}};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct bag bag = {0};
		bag_read(&bag, cases[i].text);
		assert(bag.count == cases[i].count);
		bag_empty(&bag);
	}
}

static void test_bytes(void)
{
	static const unsigned char data[] = {1, 2, 3, 0, 5, 6, 3, 0, 9};

	assert(bag_repeats(data, sizeof data) == 2);
}

static void test_literal_bytes(void)
{
	assert(bag_repeats((const unsigned char *)"ab\0cde\0ac", 9) == 3);
}

/* A test of its own that calls others, too. */
static void test_group(void)
{
	struct bag bag = {0};

	test_sums();
	bag_read(&bag, "11,12,13,14");
	assert(bag.count == 4);
	bag_empty(&bag);
}

/* A number after a text that is not its length, and a text that says what is wrong. */
static void test_flags(void)
{
	static const char *volatile why;
	struct bag bag = {0};

	bag_read_as(&bag, "21,22,23,24,25,26", 7);
	if (bag.count != 6) {
		why = "it has another count";
		abort();
	}
	bag_empty(&bag);
}

/* What is called is known when it runs. */
static void test_indirect(void)
{
	void (*volatile add)(struct bag *, const char *) = bag_read;
	struct bag bag = {0};

	add(&bag, "1,2,3");
	assert(bag.count == 3);
	bag_empty(&bag);
}

/* Loops that end where an array does: it holds no more. */
static void test_ends(void)
{
	static const int keys[] = {7, 31, 3, 12, 9, 28, 1, 17, 22, 5, 14, 30, 2,
		19, 26, 11, 8, 25, 16, 4, 21, 29, 13, 6, 18, 27, 10, 20, 24, 15,
		23, 32};
	int copy[32];
	struct bag bag = {0};

	for (const int *key = keys; key < keys + 32; key++) {
		bag_add(&bag, *key);
		copy[key - keys] = *key;
	}
	for (const int *key = copy; key != &copy[32]; key++)
		bag_add(&bag, *key + 32);
	assert(bag.count == 64);
	bag_empty(&bag);
}

static void test_limited(void)
{
	for (int i = 0; i < 20; i++)
		bag_limited(i);
}

int main(void)
{
	test_group();
	test_limited();
	test_table();
	test_bytes();
	test_literal_bytes();
	test_sums();
	test_numbers();
	test_pointers();
	test_helper();
	test_indirect();
	test_flags();
	test_ends();
	test_marked();
	return 0;
}
