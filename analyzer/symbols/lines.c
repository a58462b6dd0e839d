/* SPDX-License-Identifier: MIT
 * Joins a unit's line rows with its functions into one sorted table, so that
 * one search answers both. */
#include "config.h"

#include "analyzer/symbols/debug_info.h"

#include <dwarf.h>
#include <stdlib.h>

/* One row of the line program, in order of addresses. */
struct lines_row {
	uint64_t address;
	uint32_t file;
	uint32_t line;
	uint32_t column;
	bool is_end; /* of a sequence: nothing is known from here */
};

struct lines_rows {
	struct lines_row *list;
	size_t count;
};

static bool lines_read_row(Dwarf_Line *line, struct lines_row *row)
{
	Dwarf_Files *files;
	Dwarf_Addr address;
	size_t file;
	int number, column;

	if (dwarf_lineaddr(line, &address) != 0 ||
		dwarf_lineendsequence(line, &row->is_end) != 0 ||
		dwarf_lineno(line, &number) != 0 ||
		dwarf_linecol(line, &column) != 0)
		return false;
	row->address = address;
	row->file = SYMBOLS_NONE;
	if (dwarf_line_file(line, &files, &file) == 0 && file < SYMBOLS_NONE)
		row->file = (uint32_t)file;
	row->line = number > 0 ? (uint32_t)number : 0;
	row->column = column > 0 ? (uint32_t)column : 0;
	return true;
}

/* Of several rows at one address the last counts: the instruction is its. */
static void lines_read_rows(struct symbols *symbols,
	struct symbols_object *object, struct symbols_unit *unit,
	struct lines_rows *rows)
{
	Dwarf_Lines *lines;
	size_t count;

	rows->list = NULL;
	rows->count = 0;
	if (!dwarf_hasattr(&unit->skeleton, DW_AT_stmt_list))
		return;
	if (dwarf_getsrclines(&unit->skeleton, &lines, &count) != 0) {
		symbols_warn_damage(symbols, object,
			"a line table in .debug_line cannot be read");
		return;
	}
	rows->list = memory_alloc(count * sizeof *rows->list);
	for (size_t i = 0; i < count; i++) {
		struct lines_row row;

		if (!lines_read_row(dwarf_onesrcline(lines, i), &row))
			continue;
		if (rows->count > 0 &&
			rows->list[rows->count - 1].address > row.address)
			continue;
		if (rows->count > 0 &&
			rows->list[rows->count - 1].address == row.address)
			rows->count--;
		rows->list[rows->count++] = row;
	}
}

/* The piece in NODE at ROW. Code that belongs to no line takes the
 * line before it in the same function. LAST holds that per node. */
static struct symbols_piece lines_make_piece(uint32_t node,
	const struct lines_row *row, const struct lines_row **last)
{
	struct symbols_piece piece = {.node = node, .file = SYMBOLS_NONE};

	if (row && row->is_end)
		row = NULL;
	if (node != SYMBOLS_NONE && row && row->line > 0)
		last[node] = row;
	if (node != SYMBOLS_NONE && row && row->line == 0)
		row = last[node] ? last[node] : row;
	if (row) {
		piece.file = row->file;
		piece.line = row->line;
		piece.column = row->column;
	}
	return piece;
}

static bool lines_is_same(
	const struct symbols_piece *a, const struct symbols_piece *b)
{
	return a->node == b->node && a->file == b->file && a->line == b->line &&
	       a->column == b->column;
}

/* Where code of OBJECT begins. What is below it, the linker threw away. */
static uint64_t find_base(const struct symbols_object *object)
{
	uint64_t base = UINT64_MAX;

	for (size_t i = 0; i < object->segment_count; i++) {
		if (object->segments[i].executable &&
			object->segments[i].start < base)
			base = object->segments[i].start;
	}
	return base;
}

static void append_piece(struct symbols_unit *unit, uint64_t address,
	const struct symbols_piece *piece)
{
	size_t count = unit->piece_count;

	if (address < unit->base || address - unit->base > UINT32_MAX ||
		(count > 0 && lines_is_same(piece, &unit->pieces[count - 1])))
		return;
	unit->starts[count] = (uint32_t)(address - unit->base);
	unit->pieces[count] = *piece;
	unit->piece_count++;
}

void symbols_lines_join(struct symbols *symbols, struct symbols_object *object,
	struct symbols_unit *unit, const struct symbols_table *nodes)
{
	const struct lines_row *current = NULL, **last;
	struct lines_rows rows;
	size_t row = 0, span = 0, most;
	uint32_t node = SYMBOLS_NONE;

	lines_read_rows(symbols, object, unit, &rows);
	most = rows.count + nodes->count;
	last = memory_alloc_zero(unit->node_count + 1, sizeof *last);
	unit->base = find_base(object);
	unit->starts = memory_alloc(most * sizeof *unit->starts);
	unit->pieces = memory_alloc(most * sizeof *unit->pieces);
	while (row < rows.count || span < nodes->count) {
		uint64_t at = UINT64_MAX;
		struct symbols_piece piece;

		if (row < rows.count)
			at = rows.list[row].address;
		if (span < nodes->count && nodes->spans[span].start < at)
			at = nodes->spans[span].start;
		if (row < rows.count && rows.list[row].address == at)
			current = &rows.list[row++];
		if (span < nodes->count && nodes->spans[span].start == at)
			node = nodes->spans[span++].value;
		piece = lines_make_piece(node, current, last);
		append_piece(unit, at, &piece);
	}
	unit->starts = memory_resize(
		unit->starts, unit->piece_count, sizeof *unit->starts);
	unit->pieces = memory_resize(
		unit->pieces, unit->piece_count, sizeof *unit->pieces);
	unit->nodes = memory_resize(
		unit->nodes, unit->node_count, sizeof *unit->nodes);
	unit->functions =
		memory_alloc_zero(unit->node_count, sizeof *unit->functions);
	free(last);
	free(rows.list);
}

size_t symbols_die_lines(Dwarf_Die *unit, uint64_t low, uint64_t high,
	struct symbols_line **rows)
{
	size_t line_count = 0, count = 0;
	Dwarf_Lines *lines;

	*rows = NULL;
	if (dwarf_getsrclines(unit, &lines, &line_count) != 0)
		return 0;
	*rows = memory_alloc_zero(line_count + 1, sizeof **rows);
	for (size_t i = 0; i < line_count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		int number = 0, column = 0;
		Dwarf_Addr address;
		if (!line || dwarf_lineaddr(line, &address) != 0 ||
			address < low || address >= high)
			continue;
		dwarf_lineno(line, &number);
		dwarf_linecol(line, &column);
		(*rows)[count++] = (struct symbols_line){.address = address,
			.file = dwarf_linesrc(line, NULL, NULL),
			.line = (unsigned)number,
			.column = (unsigned)column};
	}
	return count;
}
