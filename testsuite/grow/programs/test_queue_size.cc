/* SPDX-License-Identifier: MIT
 * Its test. */
#include "queue_size.cc"

static void test_queue()
{
	queue jobs;
	queue_push(jobs, 4);
	queue_push(jobs, 8);
	queue_push(jobs, 15);
	assert(jobs.size > 0);
}

int main()
{
	test_queue();
	return 0;
}
