/* SPDX-License-Identifier: MIT
 * The library that the tests of this folder grow. */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

struct table;

struct table *table_new(void);
void table_free(struct table *table);
/* Looks through all names first: n^2 for n names. */
void table_add(struct table *table, const char *name);
/* Adds the names of a list: "one, two". */
void table_parse(struct table *table, const char *list);
/* Looks at one of a fixed number of slots. */
void table_mark(struct table *table, int number);
size_t table_count(const struct table *table);
/* Writes a line for each pair. */
void table_print_pairs(const struct table *table);

#endif
