/* SPDX-License-Identifier: MIT
 * Its test. */
#include "timers.c"
#include <assert.h>

int main(void)
{
	struct timers timers = {0};
	for (long i = 0; i < 12; i++)
		timers_start(&timers, i);
	assert(timers.count == timers.expired + 10);
	free(timers.timer);
	return 0;
}
