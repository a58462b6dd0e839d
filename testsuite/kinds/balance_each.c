/* SPDX-License-Identifier: MIT
 * The balance of each day is summed up from the first day on: numbers, and pointers to numbers
 * alone, and yet no kernel. */
#include <stdlib.h>

static double sum_to(const double *change, int day)
{
	double sum = 0;

	for (int i = 0; i <= day; i++)
		sum += change[i];
	return sum;
}

__attribute__((noinline)) void balances(
	const double *change, double *balance, int days)
{
	for (int day = 0; day < days; day++)
		balance[day] = sum_to(change, day);
}

int main(int argc, char **argv)
{
	int days = argc > 1 ? atoi(argv[1]) : 20;
	double *change = malloc((size_t)days * sizeof *change);
	double *balance = malloc((size_t)days * sizeof *balance);
	int wrong;

	for (int i = 0; i < days; i++)
		change[i] = i % 2 ? -1 : 2;
	balances(change, balance, days);
	wrong = balance[0] != 2;
	free(change);
	free(balance);
	return wrong;
}
