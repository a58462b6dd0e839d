/* SPDX-License-Identifier: MIT
 * All jobs are counted after each one that comes.
 * label: grows queue_push n^2 */
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
	queue.size = std::distance(queue.jobs.begin(), queue.jobs.end());
}
