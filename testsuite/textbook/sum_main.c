/* SPDX-License-Identifier: MIT
 * Adds up the records 4 3 2 1. */
#include "textbook.h"

int main(void)
{
	struct record **records = records_new(4);
	int total = sum(records, 4);
	records_free(records, 4);
	return total == 10 ? 0 : 1;
}
