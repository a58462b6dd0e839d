/* SPDX-License-Identifier: MIT
 * A test sends packets through a chain of rules, each to a later one. */
#include <stdlib.h>

struct rule {
	struct rule *next;
	unsigned net, mask;
	int port;
};

__attribute__((noinline)) const struct rule *rules_match(
	const struct rule *rule, unsigned address)
{
	while (rule && (address & rule->mask) != rule->net)
		rule = rule->next;
	return rule;
}

__attribute__((noinline)) struct rule *rules_make(int count)
{
	struct rule *first = NULL;

	while (count-- > 0) {
		struct rule *rule = malloc(sizeof *rule);
		*rule = (struct rule){
			first, (unsigned)count << 8, ~0xffu, count};
		first = rule;
	}
	return first;
}

__attribute__((noinline)) void test_rules(int count)
{
	struct rule *rules = rules_make(count);

	for (int i = 0; i < count; i++)
		if (rules_match(rules, (unsigned)i << 8 | 7)->port != i)
			abort();
	while (rules) {
		struct rule *next = rules->next;
		free(rules);
		rules = next;
	}
}

int main(int argc, char **argv)
{
	test_rules(argc > 1 ? atoi(argv[1]) : 12);
	return 0;
}
