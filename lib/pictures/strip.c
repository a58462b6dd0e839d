/* SPDX-License-Identifier: MIT
 * A strip in which each walk is a row. */
#include "config.h"

#include "lib/pictures/strip.h"

#include "lib/memory.h"

#define COLUMNS_MAX 48u
#define ROWS_MAX    24u
#define STEP	    14
#define SIDE	    10
#define LEFT	    28 /* room for the row's number */
#define RIGHT	    64 /* and for its length */

struct report_walk *strip_walks_dup(const struct report_graph_node *node)
{
	struct report_walk *walk =
		memory_alloc(node->walk_count * sizeof *walk);
	uint32_t seen = 0;

	for (size_t i = 0; i < node->walk_count; i++) {
		uint32_t length = node->walk[i];
		walk[i] = (struct report_walk){
			length, length < seen ? length : seen};
		if (length > seen)
			seen = length;
	}
	return walk;
}

static uint32_t strip_columns_of(const struct report_walk *walk, size_t count)
{
	uint32_t longest = 1;

	for (size_t i = 0; i < count; i++)
		if (walk[i].length > longest)
			longest = walk[i].length;
	return longest < COLUMNS_MAX ? longest : COLUMNS_MAX;
}

/* The cells of a walk from FIRST up to END, as one path: a report has many. */
static void print_cells(
	FILE *out, const char *class, uint32_t first, uint32_t end, int y)
{
	if (first >= end)
		return;
	fprintf(out, "<path class=\"%s\" d=\"M%d %d", class,
		LEFT + (int)first * STEP, y);
	for (uint32_t i = first; i < end; i++)
		fprintf(out, "h%dv%dh-%dzm%d 0", SIDE, SIDE, SIDE, STEP);
	fputs("\"/>", out);
}

static void strip_print_row(
	FILE *out, size_t row, const struct report_walk *walk, uint32_t columns)
{
	int y = (int)row * STEP + 2;
	uint32_t shown = walk->length < columns ? walk->length : columns;
	uint32_t again = walk->again < shown ? walk->again : shown;

	fprintf(out, "<text class=\"label end\" x=\"%d\" y=\"%d\">%zu</text>",
		LEFT - 6, y + SIDE - 1, row + 1);
	print_cells(out, "again", 0, again, y);
	print_cells(out, "new", again, shown, y);
	if (walk->length > columns)
		fprintf(out,
			"<text class=\"label\" x=\"%d\" y=\"%d\">+%u</text>",
			LEFT + (int)columns * STEP + 2, y + SIDE - 1,
			walk->length - columns);
	fputc('\n', out);
}

void strip_print(FILE *out, const struct report_walk *walk, size_t count)
{
	size_t rows = count < ROWS_MAX ? count : ROWS_MAX;
	uint32_t columns = strip_columns_of(walk, rows);
	int width = LEFT + (int)columns * STEP + RIGHT;
	int height = (int)rows * STEP + 4;

	fprintf(out,
		"<svg class=\"walks\" role=\"img\" aria-label=\"%zu walks over "
		"up to %u cells\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\">\n",
		rows, columns, width, height, width, height);
	for (size_t i = 0; i < rows; i++)
		strip_print_row(out, i, &walk[i], columns);
	fputs("</svg>\n", out);
}
