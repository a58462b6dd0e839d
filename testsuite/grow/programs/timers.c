/* SPDX-License-Identifier: MIT
 * Timers in an array that is copied when it is full: jumps, where little else is filled.
 * label: grows timers_expire n^2 */
#include <stdlib.h>
#include <string.h>

struct timer {
	long due, period, id, flags;
};
struct timers {
	struct timer *timer;
	size_t count, room;
	long expired;
};

static void timers_expire(struct timers *timers, long now)
{
	for (size_t i = 0; i < timers->count; i++)
		if (timers->timer[i].due == now)
			timers->expired++;
}

void timers_start(struct timers *timers, long due)
{
	if (timers->count == timers->room) {
		size_t room = timers->room ? 2 * timers->room : 400;
		struct timer *more = malloc(room * sizeof *more);
		if (timers->count)
			memcpy(more, timers->timer,
				timers->count * sizeof *more);
		free(timers->timer);
		timers->timer = more;
		timers->room = room;
	}
	timers_expire(timers, due);
	timers->timer[timers->count++] =
		(struct timer){due + 10, 1, (long)timers->count, 0};
}
