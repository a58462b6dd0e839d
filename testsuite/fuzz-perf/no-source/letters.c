/* SPDX-License-Identifier: MIT
 * The program of figure 1 of the paper on SNAP, as a library: a loop over letters,
 * and a bug that no edge leads to. Where LADDER is a number, the other bug of the
 * paper: so many F in a row at the end are one recursion too many. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TEXT_BYTES 4096
#define BEFORE	   32 /* bytes that are never a letter */
static volatile int statics, locals, templates, others;

/* As a C library's: without a branch. */
static int is_alphanumeric(unsigned c)
{
	return (c - '0' < 10) | (c - 'A' < 26) | (c - 'a' < 26);
}

__attribute__((noinline)) static void demangle(const char *at)
{
	for (; *at != '\0'; at++)
		switch (*at) {
#ifdef LADDER
		case 'F':
			others += 3;
			break;
#endif
		case 'S':
			statics++;
			break;
		case 'L':
			locals--;
			break;
		case 'T':
			templates += 2;
			break;
		default:
			others ^= 1;
		}
}

#ifndef LADDER
/* Without a branch, too: all edges are known long before. */
static int is_bug(const char *end)
{
	return (end[-5] == 'S') & (end[-4] == 'L') & (end[-3] == 'L') &
	       (end[-2] == 'T') & (end[-1] == 'S');
}
#else
static int is_bug(const char *end)
{
	size_t run = 0, goes_on = 1;

#pragma GCC unroll 32
	for (int i = 1; i <= 32; i++) {
		goes_on &= end[-i] == 'F';
		run += goes_on;
	}
	return run >= LADDER;
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char buffer[BEFORE + TEXT_BYTES];
	char *text = buffer + BEFORE;
	size_t length = 0;

	while (length < size && length < TEXT_BYTES - 1 &&
		is_alphanumeric(data[length])) {
		text[length] = (char)data[length];
		length++;
	}
	text[length] = '\0';
	demangle(text);
	if (is_bug(text + length))
		abort();
	return 0;
}
