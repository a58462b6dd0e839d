/* SPDX-License-Identifier: MIT
 * A ring as a queue between a producer and a consumer. */
#include <assert.h>
#include <stdlib.h>

#define CAPACITY 8

struct fifo {
	unsigned head, tail;
	int slot[CAPACITY];
};

int fifo_put(struct fifo *fifo, int value)
{
	if (fifo->head - fifo->tail == CAPACITY)
		return -1;
	fifo->slot[fifo->head++ % CAPACITY] = value;
	return 0;
}

int fifo_get(struct fifo *fifo, int *value)
{
	if (fifo->head == fifo->tail)
		return -1;
	*value = fifo->slot[fifo->tail++ % CAPACITY];
	return 0;
}

long fifo_pump(struct fifo *fifo, const int *input, int count)
{
	long sum = 0;
	int value = 0;

	for (int i = 0; i < count; i++) {
		while (fifo_put(fifo, input[i]) != 0) {
			fifo_get(fifo, &value);
			sum += value;
		}
	}
	while (fifo_get(fifo, &value) == 0)
		sum += value;
	return sum;
}

int main(void)
{
	struct fifo *fifo = calloc(1, sizeof *fifo);
	int *input = malloc(30 * sizeof *input);

	for (int i = 0; i < 30; i++)
		input[i] = i;
	assert(fifo_pump(fifo, input, 30) == 435);
	free(input);
	free(fifo);
	return 0;
}
