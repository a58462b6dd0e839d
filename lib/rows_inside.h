/* SPDX-License-Identifier: MIT
 * What rows.c, rows_read.c and rows_write.c share: the members of a record by their rows. */
#ifndef RETREAD_LIB_ROWS_INSIDE_H
#define RETREAD_LIB_ROWS_INSIDE_H

#include "lib/rows.h"

/* The member of RECORD that ROW describes, as a TYPE. */
#define ROWS_MEMBER(type, row, record)                                         \
	(*(type *)((char *)(record) + (row)->offset))
#define ROWS_MEMBER_CONST(type, row, record)                                   \
	(*(type const *)((const char *)(record) + (row)->offset))

static inline size_t rows_count_of(const struct row *row, const void *record)
{
	return *(const size_t *)((const char *)record + row->count_offset);
}

static inline void rows_set_count(
	const struct row *row, void *record, size_t count)
{
	*(size_t *)((char *)record + row->count_offset) = count;
}

static inline const void *rows_element(
	const struct row *row, const void *record, size_t i)
{
	return ROWS_MEMBER_CONST(const char *, row, record) +
	       i * row->rows->bytes;
}

static inline bool rows_has(const struct row *row, unsigned flags)
{
	return (row->flags & flags) != 0;
}

bool rows_is_empty(const struct row *row, const void *record);

#endif
