/* SPDX-License-Identifier: MIT
 * Its test. */
#include "inventory.c"

#define CHECK(x)                                                               \
	do {                                                                   \
		if (!(x)) {                                                    \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,     \
				#x);                                           \
			failures++;                                            \
		}                                                              \
	} while (0)

static int failures;

static const struct {
	const char *number;
	unsigned pieces;
	int total;
} deliveries[] = {
	{"warehouse-3/shelf-12/bolt-m8", 100, 100},
	{"warehouse-3/shelf-12/bolt-m10", 50, 50},
	{"warehouse-3/shelf-14/nut-m8", 120, 120},
	{"warehouse-3/shelf-12/bolt-m8", 20, 120},
	{"warehouse-3/shelf-15/washer-8", 500, 500},
	{"warehouse-3/shelf-15/washer-10", 400, 400},
};

static void test_deliveries(void)
{
	struct inventory inventory = {0};
	for (size_t i = 0; i < sizeof deliveries / sizeof *deliveries; i++)
		CHECK(inventory_deliver(&inventory, deliveries[i].number,
			      deliveries[i].pieces) == deliveries[i].total);
	CHECK(inventory.count == 5);
	inventory_free(&inventory);
}

int main(void)
{
	test_deliveries();
	return failures != 0;
}
