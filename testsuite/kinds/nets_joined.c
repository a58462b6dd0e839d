/* SPDX-License-Identifier: MIT
 * Random pins of a board are joined to nets: sets with short ways to their roots. */
#include <stdlib.h>

struct pin {
	struct pin *up;
	int rank, wires;
};

static struct pin *pin_root(struct pin *pin)
{
	while (pin->up != pin)
		pin = pin->up;
	return pin;
}

__attribute__((noinline)) int pins_join(struct pin *a, struct pin *b)
{
	struct pin *x, *y;

	if (pin_root(a) == pin_root(b))
		return 0;
	x = pin_root(a);
	y = pin_root(b);
	if (x->rank < y->rank) {
		struct pin *swap = x;
		x = y;
		y = swap;
	}
	y->up = x;
	x->rank += x->rank == y->rank;
	pin_root(a)->wires++;
	return 1;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, joined = 0, count = n * 16;
	struct pin *pin = calloc((size_t)count, sizeof *pin);

	srand(3);
	for (int i = 0; i < count; i++)
		pin[i].up = &pin[i];
	for (int i = 0; i < 2 * count; i++)
		joined += pins_join(&pin[rand() % count], &pin[rand() % count]);
	free(pin);
	return joined == 0;
}
