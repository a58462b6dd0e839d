/* SPDX-License-Identifier: MIT
 * Its test. */
#include <stdio.h>

#ifndef VISITORS_LIBRARY
#include "visitors.c"
#else
void visitors_add(const char *name);
#endif

static void test_visitors(void)
{
	char name[16];

	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof name, "v%d", 100000 + i);
		visitors_add(name);
	}
}

int main(void)
{
	test_visitors();
	return 0;
}
