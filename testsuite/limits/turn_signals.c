/* SPDX-License-Identifier: MIT
 * The current of a car's lamp is checked at each tick: left and right are lit in turn,
 * until the car brakes and goes back. */
#include <assert.h>
#include <stdlib.h>

enum { LEFT, RIGHT, BRAKE, REVERSE };

struct car {
	int current[16];
};

int car_check_lamps(const struct car *car, const unsigned char *lit, int ticks)
{
	int sum = 0;

	for (int i = 0; i < ticks; i++)
		sum += car->current[lit[i]];
	return sum;
}

int main(void)
{
	static const unsigned char lit[] = {LEFT, RIGHT, LEFT, RIGHT, LEFT,
		RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT,
		RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT,
		RIGHT, LEFT, RIGHT, BRAKE, REVERSE};
	struct car *car = calloc(1, sizeof *car);
	int ticks = (int)sizeof lit;

	for (int i = 0; i < 16; i++)
		car->current[i] = 2;
	assert(car_check_lamps(car, lit, ticks) == 2 * ticks);
	free(car);
	return 0;
}
