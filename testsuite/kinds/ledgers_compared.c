/* SPDX-License-Identifier: MIT
 * A test sums up what a ledger has, and compares it with a copy, a few times. */
#include <stdlib.h>
#include <string.h>

struct ledger {
	int count;
	int amount[];
};

__attribute__((noinline)) long ledger_sum(const struct ledger *ledger)
{
	long sum = 0;

	for (int i = 0; i < ledger->count; i++)
		sum += ledger->amount[i];
	return sum;
}

__attribute__((noinline)) int ledger_equal(
	const struct ledger *a, const struct ledger *b)
{
	if (a->count != b->count)
		return 0;
	for (int i = 0; i < a->count; i++)
		if (a->amount[i] != b->amount[i])
			return 0;
	return 1;
}

static struct ledger *ledger_make(int count)
{
	struct ledger *ledger =
		malloc(sizeof *ledger + (size_t)count * sizeof(int));

	ledger->count = count;
	for (int i = 0; i < count; i++)
		ledger->amount[i] = i;
	return ledger;
}

__attribute__((noinline)) void test_ledger(int count)
{
	struct ledger *one = ledger_make(count), *two = ledger_make(count);

	for (int i = 0; i < 6; i++) {
		if (ledger_sum(one) != ledger_sum(two))
			abort();
		if (!ledger_equal(one, two))
			abort();
	}
	free(one);
	free(two);
}

int main(int argc, char **argv)
{
	test_ledger(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
