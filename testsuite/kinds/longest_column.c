/* SPDX-License-Identifier: MIT
 * Fields of a short line, each looked for from its beginning on. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct csv_row {
	const char *line;
};

/* Start and length of field INDEX. */
static const char *csv_field(
	const struct csv_row *row, size_t index, size_t *length)
{
	const char *p = row->line;
	const char *start;
	while (index > 0) {
		while (*p && *p != ',')
			p++;
		if (!*p)
			return NULL;
		p++;
		index--;
	}
	start = p;
	while (*p && *p != ',')
		p++;
	*length = (size_t)(p - start);
	return start;
}

size_t csv_columns(const struct csv_row *row)
{
	size_t n = 1;
	for (const char *p = row->line; *p; p++)
		n += *p == ',';
	return n;
}

size_t row_longest(const struct csv_row *row)
{
	size_t columns = csv_columns(row), longest = 0, length;
	for (size_t i = 0; i < columns; i++)
		if (csv_field(row, i, &length) && length > longest)
			longest = length;
	return longest;
}

static void test_single(void)
{
	struct csv_row row = {"abc"};
	assert(csv_columns(&row) == 1);
	assert(row_longest(&row) == 3);
}

static void test_wide(int n)
{
	char *text = malloc((size_t)n * 8 + 1), *end = text;
	struct csv_row row = {text};
	for (int i = 0; i < n; i++)
		end += sprintf(end, "%s%d", i ? "," : "", 10 + i);
	assert(csv_columns(&row) == (size_t)n);
	assert(row_longest(&row) >= 2);
	free(text);
}

int main(int argc, char **argv)
{
	test_single();
	test_wide(argc > 1 ? atoi(argv[1]) : 7);
	puts("ok");
	return 0;
}
