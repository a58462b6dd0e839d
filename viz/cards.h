/* SPDX-License-Identifier: MIT
 * Tables whose rows become cards on a narrow screen. */
#ifndef RETREAD_VIZ_CARDS_H
#define RETREAD_VIZ_CARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct page;

struct cards_column {
	const char *name;
	const char *term; /* in the glossary; NULL: none */
	bool is_number;
};

struct cards {
	const char *prefix, *id; /* together the table's id */
	const char *caption;	 /* markup */
	const struct cards_column *column;
	size_t count;
	bool has_filter;      /* it can be sorted and filtered */
	const char *glossary; /* what stands before the id of a term */
};

/* All up to the first row; and what comes after the last. */
void cards_begin(FILE *out, const struct cards *cards);
void cards_end(FILE *out);

/* The same on PAGE of a report, whose prefix and glossary it takes. */
void cards_begin_on(struct page *page, const struct cards *cards);

#define CARDS_COLUMNS(array)                                                   \
	.column = array, .count = sizeof array / sizeof *array

#endif
