/* SPDX-License-Identifier: MIT
 * Invoices are summed up by customer, who is found by bsearch.
 * label: linear */
#include <stddef.h>
#include <stdlib.h>

struct customer {
	int id;
	const char *name;
	long owes;
};

struct invoice {
	int customer;
	long amount;
};

static int by_id(const void *a, const void *b)
{
	const struct customer *x = a, *y = b;
	return (x->id > y->id) - (x->id < y->id);
}

int sum_up(struct customer *customers, size_t customer_count,
	const struct invoice *invoices, size_t invoice_count)
{
	int unknown = 0;

	qsort(customers, customer_count, sizeof *customers, by_id);
	for (size_t i = 0; i < invoice_count; i++) {
		struct customer key = {invoices[i].customer, NULL, 0};
		struct customer *customer = bsearch(&key, customers,
			customer_count, sizeof *customers, by_id);
		if (customer)
			customer->owes += invoices[i].amount;
		else
			unknown++;
	}
	return unknown;
}
