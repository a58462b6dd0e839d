/* SPDX-License-Identifier: MIT
 * Loaded and unloaded by edges.c. */
void object_count(long rounds);
static volatile long sink;

__attribute__((noinline)) static void object_leaf(void)
{
	sink++;
}

void object_count(long rounds)
{
	for (long i = 0; i < rounds; i++)
		object_leaf();
}
