/* SPDX-License-Identifier: MIT
 * Symbols without object files, for tests of what uses them: function N is at
 * addresses N * 1000 ..., and the instruction at N * 1000 + L stands in line L. */
#ifndef RETREAD_TESTSUITE_FAKE_SYMBOLS_H
#define RETREAD_TESTSUITE_FAKE_SYMBOLS_H

#include <stdint.h>

#define FAKE_FUNCTIONS	   26
#define FAKE_FUNCTION_SIZE UINT64_C(1000)

/* The function named by one lower-case LETTER; upper case: the same without
 * debug information. `y` and `z` are in a file of tests, `Y` and `Z` are the C library's. */
static inline uint64_t fake_address(char letter, unsigned line)
{
	unsigned number = letter >= 'a' ? (unsigned)(letter - 'a')
					: (unsigned)(letter - 'A') + 32;

	return (number + 1) * FAKE_FUNCTION_SIZE + line;
}

/* An instruction of OUTER at LINE that belongs to INNER, which was inlined
 * there, at INNER_LINE. Resolves to both. */
static inline uint64_t fake_inlined(
	char outer, unsigned line, char inner, unsigned inner_line)
{
	return UINT64_C(1) << 40 | fake_address(outer, line) << 20 |
	       fake_address(inner, inner_line);
}

#endif
