/* SPDX-License-Identifier: MIT
 * Its test. */
#include "glob.c"
#include <stdio.h>

static const struct {
	const char *pattern, *name;
	bool match;
} cases[] = {
	{"*.c", "main.c", true},
	{"*.c", "main.h", false},
	{"a*b*c*d", "aaaabbbbccccd", true},
	{"a*b*c*d", "aaaabbbbccccc", false},
	{"m??n", "main", true},
	{"", "", true},
};

int main(void)
{
	int failed = 0;
	for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (glob(cases[i].pattern, cases[i].name) != cases[i].match) {
			printf("not ok %u\n", i);
			failed = 1;
		}
	return failed;
}
