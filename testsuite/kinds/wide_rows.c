/* SPDX-License-Identifier: MIT
 * Cells of a row are a list, and are summed by number. Most rows are short. */
#include <stdlib.h>

struct cell {
	struct cell *next;
	int value;
};

struct row {
	struct cell *first;
	int count;
};

static void row_put(struct row *row, int value)
{
	struct cell *cell = malloc(sizeof *cell);

	cell->value = value;
	cell->next = row->first;
	row->first = cell;
	row->count++;
}

static const struct cell *row_cell(const struct row *row, int number)
{
	const struct cell *cell = row->first;

	while (number-- > 0)
		cell = cell->next;
	return cell;
}

__attribute__((noinline)) int row_total(const struct row *row)
{
	int sum = 0;

	for (int i = 0; i < row->count; i++)
		sum += row_cell(row, i)->value;
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, sum = 0;

	srand(2);
	for (int i = 0; i < 20 * n; i++) {
		struct row row = {0};
		int cells = i % 40 == 7 ? n : 1 + rand() % 2;
		for (int k = 0; k < cells; k++)
			row_put(&row, rand() % 100);
		sum += row_total(&row);
		while (row.first) {
			struct cell *next = row.first->next;
			free(row.first);
			row.first = next;
		}
	}
	return sum < 0;
}
