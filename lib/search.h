/* SPDX-License-Identifier: MIT
 * Binary search. */
#ifndef RETREAD_LIB_SEARCH_H
#define RETREAD_LIB_SEARCH_H

#include <stddef.h>
#include <stdint.h>

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

/* The same where elements are in ORDER, an expression of AT that is as strcmp's result:
 * negative before what is looked for. SIZE_MAX: it is not there. */
#define SEARCH_EQUAL(at, count, order)                                         \
	do {                                                                   \
		size_t search_count = (count);                                 \
		SEARCH_FIRST(at, search_count, (order) < 0);                   \
		if ((at) == search_count || (order) != 0)                      \
			(at) = SIZE_MAX;                                       \
	} while (0)

#endif
