/* SPDX-License-Identifier: MIT
 * Orders take the next box from shelves, which a robot passes one after the other, as far as the
 * order says: from each it takes the box on top. */
#include <stdlib.h>

struct shelf {
	int *box, top;
};

struct order {
	int from, count;
	struct order *next;
};

__attribute__((noinline)) long orders_serve(
	const struct order *order, struct shelf *const *shelf)
{
	long sum = 0;

	for (; order; order = order->next)
		for (int i = order->from; i < order->from + order->count; i++)
			sum += shelf[i]->box[shelf[i]->top++];
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 16;
	struct shelf **shelf = malloc(n * sizeof *shelf);
	struct order *orders = NULL;
	long sum;

	for (int i = 0; i < n; i++) {
		shelf[i] = calloc(1, sizeof **shelf);
		shelf[i]->box = malloc(n * sizeof *shelf[i]->box);
		for (int k = 0; k < n; k++)
			shelf[i]->box[k] = k;
	}
	for (int i = 0; i < n; i++) {
		struct order *order = malloc(sizeof *order);
		*order = (struct order){
			i / 3, n - i / 3 - i % 5 % (n - i / 3), orders};
		orders = order;
	}
	sum = orders_serve(orders, shelf);
	while (orders) {
		struct order *next = orders->next;
		free(orders);
		orders = next;
	}
	for (int i = 0; i < n; i++) {
		free(shelf[i]->box);
		free(shelf[i]);
	}
	free(shelf);
	return sum < 0;
}
