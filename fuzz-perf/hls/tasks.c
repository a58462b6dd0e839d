/* SPDX-License-Identifier: MIT
 * Calls of a dataflow region in hardware: tasks that run at once, each on a stack of
 * its own, and give way where they wait at a stream. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define TASKS_MAX   64
#define STREAMS_MAX 256
#define STACK_BYTES (256 * 1024)
#define DEPTH	    2 /* of a stream, if nothing says so */
/* The most that a stack has. */
#define CALLERS_BYTES (8 << 20)

struct hls_task {
	ucontext_t context;
	void *stack;
	void (*call)(void *frame);
	void *frame;
	uint64_t number, after; /* bit 0: the call before must have returned */
	uint64_t stuck; /* what was moved when it last found that it waits */
	bool is_done;
};

static struct {
	struct hls_task task[TASKS_MAX];
	size_t count;
	uint64_t called;	  /* tasks and others */
	struct hls_task *running; /* NULL: the kernel itself */
	ucontext_t kernel;
	uint64_t moved;	 /* elements, in and out of streams, and one */
	bool all_waited; /* in the last round */
	unsigned schedule;
	uint64_t turns;
	const char *frame; /* of the region: its callers' are above */
	struct {
		const void *stream;
		uint64_t deep;
	} depth[STREAMS_MAX];
	size_t depths;
} tasks;

void tasks_reset(unsigned schedule)
{
	tasks.count = 0;
	tasks.running = NULL;
	tasks.depths = 0;
	tasks.moved = 1;
	tasks.all_waited = false;
	tasks.schedule = schedule;
	tasks.turns = schedule;
}

static void tasks_begin(void)
{
	struct hls_task *task = tasks.running;

	task->call(task->frame);
	task->is_done = true;
}

void retread_hls_spawn(
	struct retread_hls_site *site, void *call, void *frame, uint64_t after)
{
	struct hls_task *task = &tasks.task[tasks.count];
	void (*function)(void *);

	memcpy(&function, &call, sizeof(function));
	site->events++;
	tasks.called++;
	if (!site->is_hardware || tasks.running || tasks.count == TASKS_MAX) {
		function(frame);
		return;
	}
	if (!task->stack)
		task->stack = malloc(STACK_BYTES);
	if (!task->stack || getcontext(&task->context) != 0)
		abort();
	task->context.uc_stack.ss_sp = task->stack;
	task->context.uc_stack.ss_size = STACK_BYTES;
	task->context.uc_link = &tasks.kernel;
	makecontext(&task->context, tasks_begin, 0);
	task->call = function;
	task->frame = frame;
	task->number = tasks.called;
	task->after = after;
	task->stuck = 0;
	task->is_done = false;
	tasks.count++;
}

/* Which task has turn TURN of a round: in their order, in the opposite one, or
 * in one that goes on changing, which may leave one out. */
static size_t tasks_choose(size_t turn)
{
	switch (tasks.all_waited ? 0 : tasks.schedule) {
	case 0:
		return turn;
	case 1:
		return tasks.count - 1 - turn;
	default:
		tasks.turns = tasks.turns * 0x5851f42d4c957f2d + 1;
		return (turn + (size_t)(tasks.turns >> 60)) % tasks.count;
	}
}

/* Whether the tasks that TASK comes after have returned. */
static bool may_begin(const struct hls_task *task)
{
	for (const struct hls_task *each = tasks.task; each < task; each++) {
		uint64_t before = task->number - each->number - 1;
		if (!each->is_done && before < 64 && task->after >> before & 1)
			return false;
	}
	return true;
}

/* One round; whether a task is left. */
static bool tasks_run_round(void)
{
	bool is_left = false;

	for (size_t turn = 0; turn < tasks.count; turn++) {
		struct hls_task *task = &tasks.task[tasks_choose(turn)];
		if (task->is_done)
			continue;
		if (!may_begin(task)) {
			task->stuck = tasks.moved;
			continue;
		}
		tasks.running = task;
		swapcontext(&tasks.kernel, &task->context);
		tasks.running = NULL;
	}
	for (size_t i = 0; i < tasks.count; i++)
		is_left |= !tasks.task[i].is_done;
	return is_left;
}

/* Whether each task waits for what no other has done since. */
static bool do_all_wait(void)
{
	for (size_t i = 0; i < tasks.count; i++)
		if (!tasks.task[i].is_done &&
			tasks.task[i].stuck != tasks.moved)
			return false;
	return true;
}

void retread_hls_join(void)
{
	bool waited_before = false;

	if (tasks.running)
		return;
	/* If all wait, each looks again: channels may have moved, and locks may
	 * have been released. */
	while (tasks.count > 0 && tasks_run_round()) {
		tasks.all_waited = do_all_wait();
		if (tasks.all_waited && waited_before)
			sim_end(RUN_DEADLOCK);
		waited_before = tasks.all_waited;
	}
	tasks.all_waited = false;
	tasks.count = 0;
}

/*--- streams ---*/

void retread_hls_region(const void *frame)
{
	if (!tasks.running)
		tasks.frame = frame;
}

void retread_hls_depth(void *stream, uint64_t deep)
{
	for (size_t i = 0; i < tasks.depths; i++)
		if (tasks.depth[i].stream == stream) {
			tasks.depth[i].deep = deep;
			return;
		}
	if (tasks.depths == STREAMS_MAX)
		return;
	tasks.depth[tasks.depths].stream = stream;
	tasks.depth[tasks.depths++].deep = deep;
}

static bool is_of_caller(const void *stream)
{
	const char *at = stream;

	return at > tasks.frame && at < tasks.frame + CALLERS_BYTES;
}

static uint64_t depth_of(const void *stream)
{
	for (size_t i = 0; i < tasks.depths; i++)
		if (tasks.depth[i].stream == stream)
			return tasks.depth[i].deep;
	return is_of_caller(stream) ? UINT64_MAX : DEPTH;
}

void retread_hls_give_way(void)
{
	if (tasks.running)
		swapcontext(&tasks.running->context, &tasks.kernel);
}

/* Whether the task that runs is to look again; it has waited, then. Other
 * schedules than the first change tasks at each element. */
static int wait_if(bool waits)
{
	if (!tasks.running)
		return 0;
	if (waits)
		tasks.running->stuck = tasks.moved;
	else
		tasks.moved++;
	if (waits || tasks.schedule > 0)
		retread_hls_give_way();
	return waits;
}

int retread_hls_waits_to_write(const void *stream, uint64_t count)
{
	return wait_if(count >= depth_of(stream));
}

int retread_hls_waits_to_read(uint64_t count)
{
	return wait_if(count == 0);
}

int retread_hls_is_full(const void *stream, uint64_t count)
{
	return tasks.running && count >= depth_of(stream);
}
