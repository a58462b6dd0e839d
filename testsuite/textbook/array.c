/* SPDX-License-Identifier: MIT
 * Builds and frees the arrays that the figures scan. */
#include <stdlib.h>

#include "textbook.h"

int *numbers_new(int count)
{
	int *numbers = malloc(count * sizeof(*numbers));
	if (numbers == NULL)
		abort();
	for (int i = 0; i < count; i++)
		numbers[i] = count - i;
	return numbers;
}

struct record **records_new(int count)
{
	struct record **records = malloc(count * sizeof(struct record *));
	if (records == NULL)
		abort();
	for (int i = 0; i < count; i++) {
		struct record *record = malloc(sizeof(*record));
		if (record == NULL)
			abort();
		record->val = count - i;
		records[i] = record;
	}
	return records;
}

void records_free(struct record **records, int count)
{
	for (int i = 0; i < count; i++)
		free(records[i]); /* records_free:1 */
	free(records);
}
