/* SPDX-License-Identifier: MIT
 * Invoices are summed up by customer; each looks for its customer.
 * label: grows find_customer n^2 */
#include <stddef.h>

struct customer {
	int id;
	const char *name;
	long owes;
};

struct invoice {
	int customer;
	long amount;
};

static struct customer *find_customer(
	struct customer *customers, size_t count, int id)
{
	for (size_t i = 0; i < count; i++)
		if (customers[i].id == id)
			return customers + i;
	return NULL;
}

int sum_up(struct customer *customers, size_t customer_count,
	const struct invoice *invoices, size_t invoice_count)
{
	int unknown = 0;

	for (size_t i = 0; i < invoice_count; i++) {
		struct customer *customer = find_customer(
			customers, customer_count, invoices[i].customer);
		if (customer)
			customer->owes += invoices[i].amount;
		else
			unknown++;
	}
	return unknown;
}
