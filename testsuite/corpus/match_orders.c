/* SPDX-License-Identifier: MIT
 * Joins orders with customers by a loop in a loop. */
#include <assert.h>
#include <stdlib.h>

struct customer {
	int number;
	int discount;
	double paid;
};

struct order {
	int customer;
	double price;
};

double orders_total(const struct order *order, int orders,
	const struct customer *customer, int customers)
{
	double total = 0;

	for (int i = 0; i < orders; i++)
		for (int k = 0; k < customers; k++)
			if (customer[k].number == order[i].customer) {
				total += order[i].price *
					 (100 - customer[k].discount) / 100;
				break;
			}
	return total;
}

static struct customer *make_customers(int count)
{
	struct customer *customer = calloc((size_t)count, sizeof *customer);

	for (int i = 0; i < count; i++)
		customer[i].number = 4000 + 3 * i;
	customer[2].discount = 50;
	return customer;
}

int main(void)
{
	const struct order order[] = {{4000, 10}, {4006, 20}, {4012, 5},
		{4015, 1}, {4006, 2}, {4009, 3}};
	struct customer *customer = make_customers(6);

	assert(orders_total(order, 6, customer, 6) == 30);
	free(customer);
	return 0;
}
