/* SPDX-License-Identifier: MIT
 * Its test. */
#include "itemsum.c"
#include <assert.h>

int main(void)
{
	assert(items_sum("1,2") == 3);
	assert(items_sum("4") == 4);
	assert(items_sum("1,2,3") == 6);
	return 0;
}
