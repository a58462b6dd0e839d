/* SPDX-License-Identifier: MIT
 * A table whose room was asked for at run time is searched for each of its names. */
#include <stdlib.h>

struct cell {
	int id, count;
	long extra[2];
};

struct sheet {
	int used;
	struct cell *cell;
};

struct cell *sheet_find(struct sheet *sheet, int id)
{
	for (int i = 0; i < sheet->used; i++)
		if (sheet->cell[i].id == id)
			return &sheet->cell[i];
	return NULL;
}

void sheet_count(struct sheet *sheet, const int *id, int count)
{
	for (int i = 0; i < count; i++) {
		struct cell *cell = sheet_find(sheet, id[i]);
		if (!cell) {
			cell = &sheet->cell[sheet->used++];
			cell->id = id[i];
		}
		cell->count++;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, *id = malloc(n * sizeof *id);
	struct sheet sheet = {0, calloc(n, sizeof *sheet.cell)};

	for (int i = 0; i < n; i++)
		id[i] = i * 3;
	sheet_count(&sheet, id, n);
	free(sheet.cell);
	free(id);
	return 0;
}
