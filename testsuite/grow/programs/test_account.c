/* SPDX-License-Identifier: MIT
 * Some postings. */
#include "account.c"
#include <assert.h>

static struct account savings;

static void setup(void)
{
	account_init(&savings);
}

static void test_overdraft(void)
{
	setup();
	assert(account_post(&savings, 100) == 0);
	assert(account_post(&savings, 250) == 0);
	assert(account_post(&savings, 31) == 0);
	assert(account_post(&savings, -300) == 0);
	assert(account_post(&savings, -300) == -1);
}

int main(void)
{
	test_overdraft();
	return 0;
}
