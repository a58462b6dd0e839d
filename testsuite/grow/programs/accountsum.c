/* SPDX-License-Identifier: MIT
 * An account that must not be overdrawn.
 * label: linear */
#include <stdlib.h>

struct entry {
	struct entry *next;
	long amount;
};

struct account {
	struct entry *first, **end;
	long balance;
};

void account_init(struct account *account)
{
	account->first = NULL;
	account->end = &account->first;
	account->balance = 0;
}

static void account_append(struct account *account, long amount)
{
	struct entry *e = calloc(1, sizeof *e);
	e->amount = amount;
	*account->end = e;
	account->end = &e->next;
	account->balance += amount;
}

int account_post(struct account *account, long amount)
{
	if (account->balance + amount < 0)
		return -1;
	account_append(account, amount);
	return 0;
}
