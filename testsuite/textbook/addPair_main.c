/* SPDX-License-Identifier: MIT
 * Adds the first two of the records 4 3 2 1. */
#include "textbook.h"

int main(void)
{
	struct record **records = records_new(4);
	int total = addPair(records);
	records_free(records, 4);
	return total == 7 ? 0 : 1;
}
