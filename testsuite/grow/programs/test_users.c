/* SPDX-License-Identifier: MIT
 * Its test. */
#include "users.c"
#include <assert.h>

static void test_users(void)
{
	char name[32];

	for (int i = 0; i < 12; i++) {
		sprintf(name, "user%d", i);
		assert(user_add(name) == i);
	}
	assert(user_add("user3") == 3);
}

int main(void)
{
	test_users();
	return 0;
}
