/* SPDX-License-Identifier: MIT
 * Fills the list of settings; it is not the test's doing that this walks. */
#include <assert.h>

#include "settings_store.h"

static void test_put(void)
{
	struct store store = {0};

	for (int i = 0; i < 12; i++)
		store_put(&store, i, 2 * i);
	assert(store.first->key == 0);
	store_clear(&store);
}

int main(void)
{
	test_put();
	return 0;
}
