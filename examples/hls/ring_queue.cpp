// SPDX-License-Identifier: MIT
// Breadth first in a binary tree; the indices of the ring of 16 wrap on purpose.
#include "ap_int.h"

int ring_queue(int nodes)
{
	int ring[16];
	ap_uint<4> head = 0, tail = 0;
	int seen = 0, waiting = 1;

	ring[tail] = 1;
	tail = tail + 1; /* retread: wraps */
	while (waiting > 0 && seen < nodes) {
		int node = ring[head];
		head = head + 1; /* retread: wraps */
		waiting--;
		seen++;
		if (waiting < 14 && 2 * node <= nodes) {
			ring[tail] = 2 * node;
			tail = tail + 1; /* retread: wraps */
			waiting++;
		}
	}
	return seen;
}
