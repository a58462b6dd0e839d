/* SPDX-License-Identifier: MIT
 * The column of each mark is counted from the beginning of its line. */
#include <stdlib.h>

struct mark {
	int line, offset;
};

struct document {
	char *text;
	int *line_start, lines;
};

static int column_at(const struct document *d, const struct mark *m)
{
	int column = 0;

	for (int i = 0; i < m->offset; i++)
		column = d->text[d->line_start[m->line] + i] == '\t'
				 ? (column / 8 + 1) * 8
				 : column + 1;
	return column;
}

__attribute__((noinline)) long columns_of(
	const struct document *d, const struct mark *mark, int marks)
{
	long sum = 0;

	for (int i = 0; i < marks; i++)
		sum += column_at(d, &mark[i]);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	int lines = 3, marks = 0;
	struct document d = {malloc((size_t)n * lines),
		malloc((size_t)lines * sizeof(int)), lines};
	struct mark *mark = malloc((size_t)n * lines * sizeof *mark);
	long sum;

	for (int i = 0; i < n * lines; i++)
		d.text[i] = i % 9 == 4 ? '\t' : 'x';
	for (int l = 0; l < lines; l++) {
		d.line_start[l] = l * n;
		for (int i = 0; i < n; i += 2)
			mark[marks++] = (struct mark){l, i};
	}
	sum = columns_of(&d, mark, marks);
	free(d.text);
	free(d.line_start);
	free(mark);
	return sum < 0;
}
