/* SPDX-License-Identifier: MIT
 * A runner that prints by formats, and tests with an expected text: both are kept in registers. */
#include <stdio.h>
#include <string.h>

__attribute__((noipa)) static int count_parts(const char *address)
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

__attribute__((noipa)) static void shorten(char *to, const char *from)
{
	while (*from && *from != '#')
		*to++ = *from++;
	*to = '\0';
}

static int test_shortened(void)
{
	const char *wanted = "/usr/share/common-licenses/of/all/packages";
	char address[64];

	for (int i = 0; i < 3; i++) {
		shorten(address, "/index/of/all#first");
		if (strncmp(address, wanted, 13 + (size_t)i) == 0) {
			printf("got:\n%s\n", address);
			puts(wanted);
			return 0;
		}
	}
	return 1;
}

static const struct {
	const char *name;
	int (*run)(void);
} tests[] = {{"plain", test_plain}, {"escaped", test_escaped},
	{"shortened", test_shortened}};

int main(void)
{
	for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
		printf("== RUNNING %s ==\n", tests[i].name);
		printf("%-20s: %d\n", tests[i].name, tests[i].run());
	}
	return 0;
}
