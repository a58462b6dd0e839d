/* SPDX-License-Identifier: MIT
 * The last 40 steps, to be undone: the oldest is dropped when there are more. */
#include <stdlib.h>
#include <string.h>

#define STEPS 40

struct history {
	int count;
	int step[STEPS];
};

void history_add(struct history *history, int step)
{
	if (history->count == STEPS)
		memmove(history->step, history->step + 1,
			sizeof history->step - sizeof *history->step);
	else
		history->count++;
	history->step[history->count - 1] = step;
}

void history_drop(struct history *history, int at)
{
	memmove(history->step + at, history->step + at + 1,
		(size_t)(history->count - at - 1) * sizeof *history->step);
	history->count--;
}

void history_play(struct history *history, int steps)
{
	for (int i = 0; i < steps; i++) {
		history_add(history, i);
		if (history->count > 6 && i % 3 == 0)
			history_drop(history, i % 5);
	}
}

int main(int argc, char **argv)
{
	struct history *history = calloc(1, sizeof *history);

	history_play(history, 2 * (argc > 1 ? atoi(argv[1]) : 24));
	free(history);
	return 0;
}
