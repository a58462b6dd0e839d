/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef POOL
#define POOL "pool.c"
#endif
#include POOL
#include <stddef.h>
#include <stdio.h>

#define N 8

int main(void)
{
	struct pool pool = {NULL, 0};
	void *got[N];
	int i, ok = 1;

	for (i = 0; i < N; i++)
		got[i] = pool_take(&pool);
	ok &= pool.taken == N;
	pool_give(&pool, got[3]);
	ok &= pool_take(&pool) == got[3];
	for (i = 0; i < N; i++)
		pool_give(&pool, got[i]);
	ok &= pool.taken == 0;
	pool_free(&pool);
	printf("%s\n", ok ? "PASS" : "FAIL");
	return !ok;
}
