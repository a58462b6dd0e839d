/* SPDX-License-Identifier: MIT
 * Calls a function that Valgrind wraps, with pointers that are aligned and that are
 * not, and prints how often the wrapper has run, and the function. */
#include <stdio.h>
#include <valgrind/valgrind.h>

enum { CALLS = 16 };

static char bytes[2 * CALLS] __attribute__((aligned(16)));
static int wrapped, called;

__attribute__((noinline)) void take(const void *p)
{
	long value;

	__asm__ volatile("movq (%1), %0" : "=r"(value) : "r"(p) : "memory");
	called++;
}

void I_WRAP_SONAME_FNNAME_ZU(NONE, take)(const void *p)
{
	OrigFn original;

	VALGRIND_GET_ORIG_FN(original);
	wrapped++;
	CALL_FN_v_W(original, p);
}

int main(void)
{
	for (int i = 0; i < CALLS; i++)
		take(bytes + i);
	printf("%d %d\n", wrapped, called);
	return 0;
}
