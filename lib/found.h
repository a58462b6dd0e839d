/* SPDX-License-Identifier: MIT
 * What searches found: a finding is a directory of texts, whose name is its id of sixteen
 * digits. */
#ifndef RETREAD_LIB_FOUND_H
#define RETREAD_LIB_FOUND_H

#include <stddef.h>

struct error;

struct found {
	const char *directory; /* that it is in; the caller's */
	size_t place;	       /* of that, in the caller's list */
	char id[17];
};

/* All zeros is the empty one. */
struct found_list {
	struct found *found;
	size_t count, capacity;
};

/* Fills LIST with the findings in DIRECTORY, a list that ends with a NULL, in the order of
 * their ids; of one id the first. One without text NAME is not whole, and left out. Returns
 * 0, or -1 with ERR filled. */
int found_read(struct found_list *list, const char *const *directory,
	const char *name, struct error *err);
void found_release(struct found_list *list);

/* Text NAME of FOUND, its first MiB. NULL: it cannot be read. Free it. */
char *found_text(const struct found *found, const char *name);

#endif
