/* SPDX-License-Identifier: MIT
 * A runner that prints by formats kept in registers, and a parser of an address. */
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int count_parts(const char *address)
{
	int parts = 1;

	for (size_t i = 0; i < strlen(address); i++)
		parts += address[i] == '/';
	return parts;
}

static int test_plain(void)
{
	return count_parts("/usr/share/common-licenses/none") == 5;
}

static int test_escaped(void)
{
	return count_parts("/a%20dog/caf%c3%a9/100%/menu") == 5;
}

static const struct {
	const char *name;
	int (*run)(void);
} tests[] = {{"plain", test_plain}, {"escaped", test_escaped}};

int main(void)
{
	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
		printf("== RUNNING %s ==\n", tests[i].name);
		printf("%-20s: %d\n", tests[i].name, tests[i].run());
	}
	return 0;
}
