/* SPDX-License-Identifier: MIT
 * Binary search. */
#ifndef RETREAD_LIB_SEARCH_H
#define RETREAD_LIB_SEARCH_H

#include <stddef.h>

/* Sets AT, a size_t, to the first index below COUNT for which IS_BEFORE, an expression
 * of AT, is false; COUNT: there is none. It is true up to some index, then false:
 *
 *	SEARCH_FIRST(at, list->count, list->item[at].end <= address);
 */
#define SEARCH_FIRST(at, count, is_before)                                     \
	do {                                                                   \
		size_t search_low = 0, search_high = (count);                  \
		while (search_low < search_high) {                             \
			(at) = search_low + (search_high - search_low) / 2;    \
			if (is_before)                                         \
				search_low = (at) + 1;                         \
			else                                                   \
				search_high = (at);                            \
		}                                                              \
		(at) = search_low;                                             \
	} while (0)

#endif
