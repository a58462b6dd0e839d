/* SPDX-License-Identifier: MIT
 * Records described by rows: copies, texts and order. */
#include "config.h"

#include "lib/rows_inside.h"

#include <string.h>

#include "lib/json.h"
#include "lib/memory.h"

static bool has_count(const struct row *row)
{
	return row->kind == ROW_KIND_TEXTS || row->kind == ROW_KIND_COUNTS ||
	       row->kind == ROW_KIND_LIST;
}

/* The bytes of a member without elements and parts of its own. */
static size_t rows_size_of(const struct row *row)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
	case ROW_KIND_POINTER:
		return sizeof(void *);
	case ROW_KIND_COUNT:
	case ROW_KIND_HEX:
		return sizeof(uint64_t);
	case ROW_KIND_REAL:
		return sizeof(double);
	case ROW_KIND_TRUTH:
		return sizeof(bool);
	case ROW_KIND_MADE:
	case ROW_KIND_SCHEMA:
	case ROW_KIND_SHARED:
		return 0;
	default:
		return sizeof(int);
	}
}

bool rows_is_empty(const struct row *row, const void *record)
{
	static const char zero[sizeof(uint64_t)];
	const char *member = (const char *)record + row->offset;

	if (has_count(row))
		return rows_count_of(row, record) == 0;
	if (row->kind != ROW_KIND_RECORD)
		return memcmp(member, zero, rows_size_of(row)) == 0;
	for (const struct row *part = row->rows->row; part->key; part++)
		if (!rows_is_empty(part, member))
			return false;
	return true;
}

/* --- copying ------------------------------------------------------------ */

static void copy_members(const struct rows *rows, struct arena *arena,
	const void *from, void *to);

static void copy_elements(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	size_t count = rows_count_of(row, from);

	rows_set_count(row, to, count);
	if (row->kind == ROW_KIND_COUNTS) {
		ROWS_MEMBER(void *, row, to) =
			arena_copy(arena, ROWS_MEMBER_CONST(void *, row, from),
				count * sizeof(uint64_t));
	} else if (row->kind == ROW_KIND_TEXTS) {
		const char **text = arena_alloc(arena, count * sizeof *text);
		for (size_t i = 0; i < count; i++)
			text[i] = arena_string(arena,
				ROWS_MEMBER_CONST(const char **, row, from)[i]);
		ROWS_MEMBER(const char **, row, to) = text;
	} else {
		ROWS_MEMBER(void *, row, to) =
			arena_alloc_zero(arena, count, row->rows->bytes);
		for (size_t i = 0; i < count; i++)
			copy_members(row->rows, arena,
				rows_element(row, from, i),
				(void *)rows_element(row, to, i));
	}
}

static void copy_pointer(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	const void *pointed = ROWS_MEMBER_CONST(void *, row, from);
	void *copy;

	if (!pointed)
		return;
	copy = arena_alloc_zero(arena, 1, row->rows->bytes);
	copy_members(row->rows, arena, pointed, copy);
	ROWS_MEMBER(void *, row, to) = copy;
}

static void copy_member(
	const struct row *row, struct arena *arena, const void *from, void *to)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
		ROWS_MEMBER(const char *, row, to) = arena_string(
			arena, ROWS_MEMBER_CONST(char *, row, from));
		break;
	case ROW_KIND_REAL:
		ROWS_MEMBER(double, row, to) =
			json_round(ROWS_MEMBER_CONST(double, row, from));
		break;
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		copy_elements(row, arena, from, to);
		break;
	case ROW_KIND_RECORD:
		copy_members(row->rows, arena, (const char *)from + row->offset,
			(char *)to + row->offset);
		break;
	case ROW_KIND_POINTER:
		copy_pointer(row, arena, from, to);
		break;
	default:
		memcpy((char *)to + row->offset,
			(const char *)from + row->offset, rows_size_of(row));
	}
}

static void copy_members(const struct rows *rows, struct arena *arena,
	const void *from, void *to)
{
	for (const struct row *row = rows->row; row->key; row++)
		copy_member(row, arena, from, to);
}

void rows_copy(const struct rows *rows, struct arena *arena, const void *from,
	void *to)
{
	memset(to, 0, rows->bytes);
	copy_members(rows, arena, from, to);
}

/* --- texts -------------------------------------------------------------- */

struct visitor {
	void (*visit)(const char **text, void *closure);
	void *closure;
};

static void visit_members(
	const struct visitor *visitor, const struct rows *rows, void *record);

static void visit_elements(
	const struct visitor *visitor, const struct row *row, void *record)
{
	size_t count = rows_count_of(row, record);

	for (size_t i = 0; i < count; i++) {
		if (row->kind == ROW_KIND_TEXTS)
			visitor->visit(
				&ROWS_MEMBER(const char **, row, record)[i],
				visitor->closure);
		else
			visit_members(visitor, row->rows,
				(void *)rows_element(row, record, i));
	}
}

static void visit_members(
	const struct visitor *visitor, const struct rows *rows, void *record)
{
	for (const struct row *row = rows->row; row->key; row++) {
		if (row->kind == ROW_KIND_TEXTS || row->kind == ROW_KIND_LIST)
			visit_elements(visitor, row, record);
		else if (row->kind == ROW_KIND_RECORD)
			visit_members(visitor, row->rows,
				(char *)record + row->offset);
		else if (row->kind == ROW_KIND_POINTER &&
			 ROWS_MEMBER(void *, row, record))
			visit_members(visitor, row->rows,
				ROWS_MEMBER(void *, row, record));
		else if (row->kind == ROW_KIND_TEXT &&
			 ROWS_MEMBER(const char *, row, record))
			visitor->visit(&ROWS_MEMBER(const char *, row, record),
				visitor->closure);
	}
}

void rows_visit_texts(const struct rows *rows, void *record,
	void (*visit)(const char **text, void *closure), void *closure)
{
	visit_members(&(struct visitor){visit, closure}, rows, record);
}

/* --- order -------------------------------------------------------------- */

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))
#define ORDER_MEMBER(type, row, a, b)                                          \
	ORDER(ROWS_MEMBER_CONST(type, row, a), ROWS_MEMBER_CONST(type, row, b))

static int compare_elements(const struct row *row, const void *a, const void *b)
{
	size_t count_a = rows_count_of(row, a), count_b = rows_count_of(row, b);
	int order = 0;

	for (size_t i = 0; order == 0 && i < count_a && i < count_b; i++) {
		if (row->kind == ROW_KIND_TEXTS)
			order = strcmp(
				ROWS_MEMBER_CONST(const char **, row, a)[i],
				ROWS_MEMBER_CONST(const char **, row, b)[i]);
		else if (row->kind == ROW_KIND_COUNTS)
			order = ORDER(ROWS_MEMBER_CONST(uint64_t *, row, a)[i],
				ROWS_MEMBER_CONST(uint64_t *, row, b)[i]);
		else
			order = rows_compare(row->rows, rows_element(row, a, i),
				rows_element(row, b, i));
	}
	return order != 0 ? order : ORDER(count_a, count_b);
}

/* Neither is empty. */
static int compare_member(const struct row *row, const void *a, const void *b)
{
	switch (row->kind) {
	case ROW_KIND_TEXT:
		return strcmp(ROWS_MEMBER_CONST(char *, row, a),
			ROWS_MEMBER_CONST(char *, row, b));
	case ROW_KIND_COUNT:
	case ROW_KIND_HEX:
		return ORDER_MEMBER(uint64_t, row, a, b);
	case ROW_KIND_UNSIGNED:
	case ROW_KIND_CHOICE:
		return ORDER_MEMBER(unsigned, row, a, b);
	case ROW_KIND_INTEGER:
		return ORDER_MEMBER(int, row, a, b);
	case ROW_KIND_REAL:
		return ORDER_MEMBER(double, row, a, b);
	case ROW_KIND_TEXTS:
	case ROW_KIND_COUNTS:
	case ROW_KIND_LIST:
		return compare_elements(row, a, b);
	case ROW_KIND_RECORD:
		return rows_compare(row->rows, (const char *)a + row->offset,
			(const char *)b + row->offset);
	case ROW_KIND_POINTER:
		return rows_compare(row->rows,
			ROWS_MEMBER_CONST(void *, row, a),
			ROWS_MEMBER_CONST(void *, row, b));
	default:
		break;
	}
	return 0;
}

int rows_compare(const struct rows *rows, const void *a, const void *b)
{
	int order = 0;

	for (const struct row *row = rows->row; order == 0 && row->key; row++) {
		bool no_a = rows_is_empty(row, a), no_b = rows_is_empty(row, b);
		if (rows_has(row, ROW_COMPUTED | ROW_JOINED) || (no_a && no_b))
			continue;
		order = no_a || no_b ? (int)no_a - (int)no_b
				     : compare_member(row, a, b);
	}
	return order;
}
