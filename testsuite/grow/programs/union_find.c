/* SPDX-License-Identifier: MIT
 * Sets that are joined, with paths made shorter.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int parent[1 << 20];

static int find(int at)
{
	while (parent[at] != at)
		at = parent[at] = parent[parent[at]];
	return at;
}
