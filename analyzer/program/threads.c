/* SPDX-License-Identifier: MIT
 * The threads of a process. */
#include "config.h"

#include "analyzer/program/threads.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/search.h"

/* From CLOCK on the events are of thread ID. */
struct turn {
	uint64_t clock;
	uint32_t id;
};

struct traced_thread {
	uint32_t id;
	struct call_stack *stack;
};

struct threads {
	struct stack_shared *shared;
	struct traced_thread *live;
	size_t live_count, live_capacity;
	struct call_stack **idle; /* of threads that have ended */
	size_t idle_count, idle_capacity;
	uint32_t stacks;   /* made so far */
	struct turn *turn; /* rising clocks */
	size_t turn_count, turn_capacity;
};

struct threads *threads_new(struct stack_shared *shared)
{
	struct threads *threads = memory_alloc_zero(1, sizeof *threads);

	threads->shared = shared;
	return threads;
}

void threads_free(struct threads *threads)
{
	if (!threads)
		return;
	for (size_t i = 0; i < threads->live_count; i++)
		stack_free(threads->live[i].stack);
	for (size_t i = 0; i < threads->idle_count; i++)
		stack_free(threads->idle[i]);
	free(threads->live);
	free(threads->idle);
	free(threads->turn);
	free(threads);
}

/* --- who runs ----------------------------------------------------------- */

/* Index of the thread ID; live_count: it does not live. */
static size_t threads_find(const struct threads *threads, uint32_t id)
{
	size_t i = 0;

	while (i < threads->live_count && threads->live[i].id != id)
		i++;
	return i;
}

static struct call_stack *take_stack(struct threads *threads)
{
	struct call_stack *stack;

	if (threads->idle_count == 0)
		return stack_new(threads->shared, ++threads->stacks);
	stack = threads->idle[--threads->idle_count];
	/* What a thread did after its end is nobody's. */
	stack_return(stack, UINT32_MAX);
	return stack;
}

static void drop_turns(struct threads *threads, size_t count)
{
	threads->turn_count -= count;
	memmove(threads->turn, threads->turn + count,
		threads->turn_count * sizeof *threads->turn);
}

/* When there are so many, the older half is forgotten. */
#define TURNS_MAX (1u << 18)

static void add_turn(struct threads *threads, uint32_t id, uint64_t clock)
{
	if (threads->turn_count == TURNS_MAX)
		drop_turns(threads, TURNS_MAX / 2);
	threads->turn = memory_grow(threads->turn, &threads->turn_capacity,
		threads->turn_count + 1, sizeof *threads->turn);
	threads->turn[threads->turn_count++] = (struct turn){clock, id};
}

struct call_stack *threads_run(
	struct threads *threads, uint32_t id, uint64_t clock)
{
	size_t i = threads_find(threads, id);

	if (i == threads->live_count) {
		threads->live = memory_grow(threads->live,
			&threads->live_capacity, i + 1, sizeof *threads->live);
		threads->live[i].id = id;
		threads->live[i].stack = take_stack(threads);
		threads->live_count++;
	}
	add_turn(threads, id, clock);
	return threads->live[i].stack;
}

void threads_end(struct threads *threads, uint32_t id)
{
	size_t i = threads_find(threads, id);

	if (i == threads->live_count)
		return;
	stack_return(threads->live[i].stack, UINT32_MAX);
	threads->idle = memory_grow(threads->idle, &threads->idle_capacity,
		threads->idle_count + 1, sizeof(struct call_stack *));
	threads->idle[threads->idle_count++] = threads->live[i].stack;
	threads->live[i] = threads->live[--threads->live_count];
}

void threads_end_all(struct threads *threads)
{
	for (size_t i = 0; i < threads->live_count; i++)
		stack_return(threads->live[i].stack, UINT32_MAX);
}

/* --- who ran ------------------------------------------------------------- */

/* How many turns began at or before CLOCK. */
static size_t turns_at(const struct threads *threads, uint64_t clock)
{
	size_t at;

	SEARCH_FIRST(at, threads->turn_count, threads->turn[at].clock <= clock);
	return at;
}

bool threads_is_foreign(
	const struct threads *threads, uint64_t clock, uint32_t id)
{
	size_t turns;

	if (threads->turn_count == 1)
		return false;
	turns = turns_at(threads, clock);
	return turns != 0 && threads->turn[turns - 1].id != id;
}

void threads_forget_before(struct threads *threads, uint64_t clock)
{
	size_t turns = turns_at(threads, clock);

	if (turns > 1)
		drop_turns(threads, turns - 1);
}

/* --- for all stacks ------------------------------------------------------ */

void threads_forget_code(struct threads *threads)
{
	for (size_t i = 0; i < threads->live_count; i++)
		stack_forget_code(threads->live[i].stack);
	for (size_t i = 0; i < threads->idle_count; i++)
		stack_forget_code(threads->idle[i]);
}

uint64_t threads_frame_at(const struct threads *threads, uint64_t address)
{
	uint64_t frame = 0;

	for (size_t i = 0; frame == 0 && i < threads->live_count; i++)
		frame = stack_frame_at(threads->live[i].stack, address);
	return frame;
}

uint64_t threads_frame_born(const struct threads *threads, uint64_t address)
{
	uint64_t born = 0;

	for (size_t i = 0; born == 0 && i < threads->live_count; i++)
		born = stack_frame_born(threads->live[i].stack, address);
	return born;
}
