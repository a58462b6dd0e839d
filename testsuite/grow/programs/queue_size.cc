/* SPDX-License-Identifier: MIT
 * The number of jobs is kept.
 * label: linear queue_push */
#include <cassert>
#include <forward_list>
#include <iterator>

struct queue {
	std::forward_list<int> jobs;
	long size = 0;
};

static void __attribute__((noinline)) queue_push(queue &queue, int job)
{
	queue.jobs.push_front(job);
	queue.size++;
}
