/* SPDX-License-Identifier: MIT
 * A set of numbers with a search that grows, and work that its argument decides. */
#ifndef RETREAD_TESTSUITE_GROW_BAG_H
#define RETREAD_TESTSUITE_GROW_BAG_H

#include <stddef.h>

struct bag {
	struct item *first;
	size_t count;
};

void bag_add(struct bag *bag, long number);
void bag_add_next(struct bag *bag);
/* The sum of 1 to LAST, the slow way. */
unsigned long bag_sum(unsigned last);
/* How many bytes of the SIZE at DATA were there before. */
size_t bag_repeats(const unsigned char *data, size_t size);
/* Adds the numbers of a text, which commas separate. */
void bag_read(struct bag *bag, const char *text);
void bag_read_as(struct bag *bag, const char *text, unsigned flags);
/* Dies above 100. */
void bag_limited(int number);
void bag_empty(struct bag *bag);

#endif
