/* SPDX-License-Identifier: MIT
 * Its test. */
#include "intern.c"
#include <assert.h>

int main(void)
{
	struct intern table = {0};
	const char *first = intern(&table, "left");
	assert(intern(&table, "right") != first);
	assert(intern(&table, "top") != first);
	assert(intern(&table, "left") == first);
	assert(table.used == 3);
	return 0;
}
