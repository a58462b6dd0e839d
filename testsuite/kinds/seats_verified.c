/* SPDX-License-Identifier: MIT
 * A test books seats: verify_free() goes through all bookings for each. */
#include <stdlib.h>

struct booking {
	int row, seat;
};

struct hall {
	struct booking *booking;
	int count, room;
};

__attribute__((noinline)) int verify_free(
	const struct hall *hall, int row, int seat)
{
	int taken = 0;

	for (int i = 0; i < hall->count; i++)
		taken += hall->booking[i].row == row &&
			 hall->booking[i].seat == seat;
	return taken == 0;
}

__attribute__((noinline)) void hall_book(struct hall *hall, int row, int seat)
{
	if (hall->count == hall->room) {
		hall->room = hall->room ? 2 * hall->room : 8;
		hall->booking = realloc(hall->booking,
			(size_t)hall->room * sizeof *hall->booking);
	}
	hall->booking[hall->count++] = (struct booking){row, seat};
}

__attribute__((noinline)) void test_hall_book(int seats)
{
	struct hall hall = {0};

	for (int i = 0; i < seats; i++) {
		if (!verify_free(&hall, i / 10, i % 10))
			abort();
		hall_book(&hall, i / 10, i % 10);
	}
	free(hall.booking);
}

int main(int argc, char **argv)
{
	test_hall_book(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
