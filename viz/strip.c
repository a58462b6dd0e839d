/* SPDX-License-Identifier: MIT
 * A strip in which each walk is a row. Every walk is a beginning of the longest,
 * so its cells are the first columns. */
#include "config.h"

#include "viz/strip.h"

#include "viz/html.h"

#define COLUMNS_MAX 48u
#define ROWS_MAX    24u
#define STEP	    14
#define SIDE	    10
#define LEFT	    28 /* room for the row's number */
#define RIGHT	    64 /* and for its length */

static uint32_t columns_of(const struct report_graph_node *node)
{
	uint32_t longest = 1;

	for (size_t i = 0; i < node->walk_count; i++)
		if (node->walk[i] > longest)
			longest = node->walk[i];
	return longest < COLUMNS_MAX ? longest : COLUMNS_MAX;
}

static void print_row(
	FILE *out, size_t row, uint32_t cells, uint32_t seen, uint32_t columns)
{
	int y = (int)row * STEP + 2;

	fprintf(out, "<text class=\"label end\" x=\"%d\" y=\"%d\">%zu</text>",
		LEFT - 6, y + SIDE - 1, row + 1);
	for (uint32_t i = 0; i < cells && i < columns; i++)
		fprintf(out,
			"<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" "
			"height=\"%d\"/>",
			i < seen ? "again" : "new", LEFT + (int)i * STEP, y,
			SIDE, SIDE);
	if (cells > columns)
		fprintf(out,
			"<text class=\"label\" x=\"%d\" y=\"%d\">+%u</text>",
			LEFT + (int)columns * STEP + 2, y + SIDE - 1,
			cells - columns);
	fputc('\n', out);
}

void strip_print(FILE *out, const struct report_graph_node *node)
{
	size_t rows = node->walk_count < ROWS_MAX ? node->walk_count : ROWS_MAX;
	uint32_t columns = columns_of(node), seen = 0;
	int width = LEFT + (int)columns * STEP + RIGHT;
	int height = (int)rows * STEP + 4;

	fprintf(out,
		"<svg class=\"walks\" role=\"img\" aria-label=\"%zu walks over "
		"up to %u cells\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\">\n",
		rows, columns, width, height, width, height);
	for (size_t i = 0; i < rows; i++) {
		print_row(out, i, node->walk[i], seen, columns);
		if (node->walk[i] > seen)
			seen = node->walk[i];
	}
	fputs("</svg>\n", out);
}
