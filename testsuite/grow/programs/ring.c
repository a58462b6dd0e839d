/* SPDX-License-Identifier: MIT
 * A queue in a ring.
 * label: linear */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ring[64];
static unsigned first, last;

static void ring_put(int value)
{
	if (last - first == 64)
		first++;
	ring[last++ % 64] = value;
}

static int ring_get(void)
{
	return first == last ? -1 : ring[first++ % 64];
}
