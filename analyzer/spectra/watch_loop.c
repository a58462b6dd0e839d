/* SPDX-License-Identifier: MIT
 * Loops: their code, from the rows of the line table.
 *
 * At -O0 the code of a loop is in one piece. Its body's lowest row is executed
 * once a trip, whether the test comes first (clang) or last (gcc). */
#include "config.h"

#include "analyzer/spectra/watch_debug.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

struct watch_loop_row {
	uint64_t address;
	unsigned line, column;
	bool is_ours; /* of the file that the function is in */
};

static int compare_positions(
	unsigned line, unsigned column, unsigned other, unsigned other_column)
{
	if (line != other)
		return line < other ? -1 : 1;
	/* Column 0: no column is known on one of the sides. */
	if (column == 0 || other_column == 0 || column == other_column)
		return 0;
	return column < other_column ? -1 : 1;
}

static bool is_between(const struct watch_loop_row *row,
	const struct source_place *first, const struct source_place *last)
{
	return row->is_ours && row->line != 0 &&
	       compare_positions(row->line, row->column, first->line,
		       first->column) >= 0 &&
	       compare_positions(
		       row->line, row->column, last->line, last->column) <= 0;
}

static bool watch_loop_read_row(
	Dwarf_Line *line, const char *file, struct watch_loop_row *row)
{
	const char *source = dwarf_linesrc(line, NULL, NULL);
	int number = 0, column = 0;
	Dwarf_Addr address;

	if (!line || dwarf_lineaddr(line, &address) != 0)
		return false;
	dwarf_lineno(line, &number);
	dwarf_linecol(line, &column);
	row->address = address;
	row->line = (unsigned)number;
	row->column = (unsigned)column;
	row->is_ours = source && strcmp(source, file) == 0;
	return true;
}

/* The rows of FUNCTION by address. Free *ROWS. */
static size_t watch_loop_read_rows(Dwarf_Die *unit, const char *file,
	const struct watch_function *function, struct watch_loop_row **rows)
{
	size_t line_count = 0, count = 0;
	Dwarf_Lines *lines;

	*rows = NULL;
	if (dwarf_getsrclines(unit, &lines, &line_count) != 0)
		return 0;
	*rows = memory_alloc_zero(line_count + 1, sizeof **rows);
	for (size_t i = 0; i < line_count; i++) {
		struct watch_loop_row row;
		if (watch_loop_read_row(
			    dwarf_onesrcline(lines, i), file, &row) &&
			row.address >= function->low &&
			row.address < function->high)
			(*rows)[count++] = row;
	}
	return count;
}

static bool watch_loop_find_code(const struct sites_loop *site,
	const struct watch_loop_row *row, size_t count, uint64_t end,
	struct watch_loop *loop)
{
	loop->low = UINT64_MAX;
	loop->body = UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		if (!is_between(&row[i], &site->start, &site->end))
			continue;
		if (row[i].address < loop->low)
			loop->low = row[i].address;
		loop->high = i + 1 < count ? row[i + 1].address : end;
		if (loop->body == UINT64_MAX &&
			is_between(&row[i], &site->body, &site->body_end))
			loop->body = row[i].address;
	}
	return loop->body != UINT64_MAX && loop->high > loop->low;
}

void watch_add_loops(
	struct watch *watch, Dwarf_Die *unit, const char *file, size_t function)
{
	const struct watch_function *owner = &watch->function[function];
	struct watch_loop_row *row;
	size_t count = watch_loop_read_rows(unit, file, owner, &row);

	for (size_t i = 0; i < watch->sites->loop_count; i++) {
		const struct sites_loop *site = &watch->sites->loop[i];
		struct watch_loop loop = {.function = function, .site = i};
		if (strcmp(site->function, owner->name) != 0 ||
			site->start.file != owner->file)
			continue;
		if (!watch_loop_find_code(
			    site, row, count, owner->high, &loop)) {
			watch_warn(watch,
				"%s:%u: no code was found for the body of loop "
				"%s",
				watch->sites->file[site->start.file],
				site->start.line, site->name);
			continue;
		}
		watch->loop = memory_grow(watch->loop, &watch->loop_capacity,
			watch->loop_count + 1, sizeof *watch->loop);
		watch->loop[watch->loop_count++] = loop;
	}
	free(row);
}
