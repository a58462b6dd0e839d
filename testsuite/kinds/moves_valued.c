/* SPDX-License-Identifier: MIT
 * A player's pieces are valued by where they stand: a board of values for each kind of piece,
 * of which a row is gone along for the lines that a piece sees. */
#include <stdlib.h>

enum { KINDS = 6, ROWS = 8, COLUMNS = 8 };

static short value[KINDS][ROWS][COLUMNS];

struct piece {
	unsigned char kind, row, column;
};

__attribute__((noinline)) int line_value(const struct piece *piece)
{
	const short *line = value[piece->kind][piece->row];
	int best = line[piece->column];

	for (int i = 0; i < COLUMNS && i < piece->column + 4; i++)
		best = line[i] > best ? line[i] : best;
	return best;
}

__attribute__((noinline)) int position_value(
	const struct piece *piece, int pieces)
{
	int sum = 0;

	for (int i = 0; i < pieces; i++)
		sum += line_value(&piece[i]);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, sum = 0;
	struct piece *piece = malloc(n * sizeof *piece);

	for (int i = 0; i < KINDS * ROWS * COLUMNS; i++)
		value[i / 64][i / 8 % 8][i % 8] = (short)(i * 37 % 50);
	for (int i = 0; i < n; i++)
		piece[i] = (struct piece){(unsigned char)(i % 2),
			(unsigned char)(i % 3), (unsigned char)(i % 7)};
	for (int round = 0; round < 3; round++)
		sum += position_value(piece, n);
	free(piece);
	return sum < 0;
}
