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

/* ROW is from FIRST to LAST in FILE. */
static bool is_between(const struct symbols_line *row, const char *file,
	const struct source_place *first, const struct source_place *last)
{
	return row->file && strcmp(row->file, file) == 0 && row->line != 0 &&
	       compare_positions(row->line, row->column, first->line,
		       first->column) >= 0 &&
	       compare_positions(
		       row->line, row->column, last->line, last->column) <= 0;
}

static bool watch_loop_find_code(const struct sites_loop *site,
	const char *file, const struct symbols_line *row, size_t count,
	uint64_t end, struct watch_loop *loop)
{
	loop->low = UINT64_MAX;
	loop->body = UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		if (!is_between(&row[i], file, &site->start, &site->end))
			continue;
		if (row[i].address < loop->low)
			loop->low = row[i].address;
		loop->high = i + 1 < count ? row[i + 1].address : end;
		if (loop->body == UINT64_MAX &&
			is_between(&row[i], file, &site->body, &site->body_end))
			loop->body = row[i].address;
	}
	return loop->body != UINT64_MAX && loop->high > loop->low;
}

void watch_add_loops(
	struct watch *watch, Dwarf_Die *unit, const char *file, size_t function)
{
	const struct watch_function *owner = &watch->function[function];
	struct symbols_line *row;
	size_t count = symbols_die_lines(unit, owner->low, owner->high, &row);

	for (size_t i = 0; i < watch->sites->loop_count; i++) {
		const struct sites_loop *site = &watch->sites->loop[i];
		struct watch_loop loop = {.function = function, .site = i};
		if (strcmp(site->function, owner->name) != 0 ||
			site->start.file != owner->file)
			continue;
		if (!watch_loop_find_code(
			    site, file, row, count, owner->high, &loop)) {
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
