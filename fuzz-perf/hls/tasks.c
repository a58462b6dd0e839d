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
	/* That it then waited at, to write or to read; NULL: none. */
	struct hls_stream *waits;
	bool waits_to_write;
	const struct retread_hls_site *site;
	bool is_done;
};

/* A stream as SITE names it, or an array of them. */
struct hls_stream {
	struct retread_hls_site *site;
	const char *start;
	uint64_t bytes;
};

static struct {
	struct hls_stream stream[STREAMS_MAX];
	size_t streams;
	const struct hls_stream *blamed[TASKS_MAX];
	size_t blamed_count;
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
	tasks.blamed_count = 0;
	for (size_t i = 0; i < tasks.streams; i++)
		tasks.stream[i].start = NULL;
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
	task->waits = NULL;
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

/* Streams that are full hold the others; if none is, those that are empty. */
static void tasks_find_blamed(void)
{
	for (int writes = 1; writes >= 0 && tasks.blamed_count == 0; writes--)
		for (size_t i = 0; i < tasks.count; i++) {
			const struct hls_task *task = &tasks.task[i];
			if (!task->is_done && task->waits &&
				task->waits_to_write == (writes != 0))
				tasks.blamed[tasks.blamed_count++] =
					task->waits;
		}
}

size_t tasks_blame(const struct retread_hls_site **site, size_t capacity)
{
	size_t count = 0;

	for (size_t i = 0; i < tasks.blamed_count && count < capacity; i++) {
		bool is_there = false;
		for (size_t j = 0; j < count; j++)
			is_there |= site[j] == tasks.blamed[i]->site;
		if (!is_there)
			site[count++] = tasks.blamed[i]->site;
	}
	return count;
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
		if (tasks.all_waited && waited_before) {
			tasks_find_blamed();
			sim_end(RUN_DEADLOCK);
		}
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

/* One of a function that a task calls: a region within a task runs as on the CPU, one
 * call after the other. */
static bool is_within_task(const void *stream)
{
	const char *stack =
		tasks.running ? tasks.running->context.uc_stack.ss_sp : NULL;
	const char *at = stream;

	return stack && at >= stack && at < stack + STACK_BYTES;
}

static uint64_t depth_of(const void *stream)
{
	if (is_within_task(stream))
		return UINT64_MAX;
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

void retread_hls_stream(
	struct retread_hls_site *site, const void *stream, uint64_t size)
{
	struct hls_stream *found = tasks.stream;

	while (found < tasks.stream + tasks.streams && found->site != site)
		found++;
	if (found == tasks.stream + STREAMS_MAX)
		return;
	if (found == tasks.stream + tasks.streams)
		tasks.streams++;
	found->site = site;
	found->start = stream;
	found->bytes = size;
}

/* NULL: nobody names it. */
static struct hls_stream *tasks_find_stream(const void *stream)
{
	const char *at = stream;

	for (size_t i = 0; i < tasks.streams; i++) {
		struct hls_stream *each = &tasks.stream[i];
		if (each->start && at >= each->start &&
			at < each->start + each->bytes)
			return each;
	}
	return NULL;
}

/* Notes that the task that runs WAITS at the stream AT. */
static void tasks_note_wait(const void *at, bool writes, bool waits)
{
	struct hls_stream *stream = waits ? tasks_find_stream(at) : NULL;

	tasks.running->waits = stream;
	tasks.running->waits_to_write = writes;
	if (stream)
		stream->site->size =
			depth_of(at) == UINT64_MAX ? 0 : depth_of(at);
}

/* Whether the task that runs is to look again; it has waited, then. Other
 * schedules than the first change tasks at each element. */
static int wait_if(bool waits, const void *stream, bool writes)
{
	if (!tasks.running)
		return 0;
	tasks_note_wait(stream, writes, waits);
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
	return wait_if(count >= depth_of(stream), stream, true);
}

int retread_hls_waits_to_read(const void *stream, uint64_t count)
{
	return wait_if(count == 0, stream, false);
}

int retread_hls_is_full(const void *stream, uint64_t count)
{
	return tasks.running && count >= depth_of(stream);
}
