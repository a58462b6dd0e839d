/* SPDX-License-Identifier: MIT
 * Blocks of a program as it is, by breakpoints that remove themselves: the first
 * run that comes to a block pays a trap for it, all later ones nothing.
 *
 * Each block has a counter, as if gcc had planted one (runtime/blocks.c), so the
 * worker, the map and the fuzzer see no difference; but it only says whether a
 * block is new. What a run that was evaluated came to is told to the template,
 * from which later processes are forked. A run that crashed says nothing, and its
 * blocks stay new. */
#include "config.h"

#include "fuzz-perf/breakpoints/agent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#include "fuzz-perf/breakpoints/traps.h"
#include "fuzz-perf/runtime/evaluate.h"
#include "fuzz-perf/runtime/runtime.h"
#include "lib/format/block_list.h"
#include "lib/format/snap_binding.h"

#define GROUP_BLOCKS  SNAP_GROUP_BLOCKS
#define SYSCALL_BYTES 64 /* of libc's function */

static struct {
	struct traps traps;
	uint64_t *counter;
	struct perf_place *place; /* of each block */
	struct perf_function *group;
	uint32_t *hit; /* by this run */
	uint32_t hits;
	char *reached;	/* a file for those of a run without a fuzzer */
	uint32_t taken; /* of the shared list, the traps removed here */
	struct {
		uint32_t count;
		uint32_t block[];
	} * shared;
} agent;

/*--- traps ---*/

/* The key of the block that the code at ADDRESS is in. */
static uint32_t find_key(uintptr_t address)
{
	return traps_block_around(&agent.traps, address);
}

static void agent_note_hit(uint32_t block)
{
	if (__atomic_exchange_n(&agent.counter[block], 1, __ATOMIC_RELAXED))
		return;
	agent.hit[__atomic_fetch_add(&agent.hits, 1, __ATOMIC_RELAXED)] = block;
	__retread_touch(&agent.group[block / GROUP_BLOCKS]);
}

static void agent_take_trap(int number, siginfo_t *info, void *context)
{
	uint32_t block = traps_take_signal(&agent.traps, info, context);

	if (block == TRAPS_NONE)
		agent_pass_trap(number, info, context);
	else
		agent_note_hit(block);
}

/* A program that makes its code read-only again would keep traps from removing
 * themselves, and may have changed code that Valgrind translated before. */
int mprotect(void *start, size_t bytes, int protection)
{
	if (bytes && protection & PROT_EXEC && !retread_agent.counts &&
		traps_cover(&agent.traps, (uintptr_t)start, bytes))
		protection |= PROT_WRITE;
#ifdef VALGRIND_DISCARD_TRANSLATIONS
	if (protection & PROT_EXEC && retread_agent.counts)
		VALGRIND_DISCARD_TRANSLATIONS(start, bytes);
#endif
	return (int)syscall(SYS_mprotect, start, bytes, protection);
}

static void arm_all(void)
{
	for (uint32_t i = 0; i < agent.traps.objects; i++)
		traps_arm(&agent.traps.object[i]);
}

/*--- around runs ---*/

static uintptr_t agent_request(
	uintptr_t what, void *argument, void (*function)(int))
{
#ifdef VALGRIND_DO_CLIENT_REQUEST_EXPR
	return VALGRIND_DO_CLIENT_REQUEST_EXPR(
		0, what, argument, function, 0, 0, 0);
#else
	(void)what;
	(void)argument;
	(void)function;
	return 0;
#endif
}

static void before_fork(void)
{
	if (retread_agent.counts) {
		agent_request(SNAP_REQUEST_CATCH_UP, NULL, NULL);
		return;
	}

	uint32_t count =
		__atomic_load_n(&agent.shared->count, __ATOMIC_ACQUIRE);

	for (; agent.taken < count && agent.taken < agent.traps.blocks;
		agent.taken++)
		traps_disarm(&agent.traps, agent.shared->block[agent.taken]);
}

static void before_run(bool wants_all)
{
	agent.hits = 0;
	if (retread_agent.counts)
		history_forget();
	if (wants_all && !retread_agent.counts)
		arm_all();
}

/* What this run came to is known from now on. */
static void share_hits(void)
{
	uint32_t count = agent.shared->count;

	for (uint32_t i = 0; i < agent.hits && count < agent.traps.blocks; i++)
		agent.shared->block[count++] = agent.hit[i];
	__atomic_store_n(&agent.shared->count, count, __ATOMIC_RELEASE);
	agent.hits = 0;
}

#ifdef VALGRIND_NON_SIMD_CALL2
/* On the processor itself: Valgrind would take a tenth of a campaign for it. No
 * function of libc runs there, and no stack protector. */
static uintptr_t agent_evaluate(
	uintptr_t thread, struct evaluator *evaluator, uintptr_t outcome)
{
	(void)thread;
	evaluate_run(evaluator, evaluator->map->current, (uint32_t)outcome);
	return 0;
}
#endif

static void at_end(struct evaluator *evaluator, uint32_t outcome)
{
#ifdef VALGRIND_NON_SIMD_CALL2
	if (retread_agent.counts) {
		history_tell(evaluator->map, find_key);
		VALGRIND_NON_SIMD_CALL2(agent_evaluate, evaluator, outcome);
		return;
	}
#endif
	evaluate_run(evaluator, evaluator->map->current, outcome);
	share_hits();
}

/*--- a process that begins anew in place of ending ---*/

static struct perf_map *agent_map; /* of the process that is marked */

/* Jumped to where the program would end. */
__attribute__((noreturn, force_align_arg_pointer)) static void agent_exit(
	int status)
{
	struct perf_slot *slot = &agent_map->slot[agent_map->current];

	slot->status = (uint32_t)status & 0xff;
	slot->outcome |= PERF_RAN;
	agent_map->spoiling_call =
		(uint32_t)agent_request(SNAP_REQUEST_RESTART, NULL, NULL);
	syscall(SYS_exit_group, status);
	__builtin_unreachable();
}

static bool agent_mark(struct perf_map *map)
{
	struct snap_mapping left = {0};

	agent_map = map;
	if (!retread_agent.counts)
		return false;
	agent_keep_signals();
	if (!agent_request(SNAP_REQUEST_MARK, NULL, NULL))
		return false;
	agent_restore_signals(agent_request(SNAP_REQUEST_SIGNALS, NULL, NULL));
	/* These calls do not count as changes. */
	agent_request(SNAP_REQUEST_SIGNALS, NULL, NULL);
	while (agent_request(SNAP_REQUEST_LEFT, &left, NULL) &&
		!munmap((void *)left.start, left.bytes))
		;
	return true;
}

struct retread_agent retread_agent = {
	.mark = agent_mark,
	.before_fork = before_fork,
	.before_run = before_run,
	.at_end = at_end,
};

/*--- start ---*/

static void agent_refuse(const char *what, const char *path)
{
	snprintf(retread_counters.refusal, sizeof retread_counters.refusal,
		"%s: %s", path, what);
}

static bool make_counters(void)
{
	uint32_t groups =
		(agent.traps.blocks + GROUP_BLOCKS - 1) / GROUP_BLOCKS;
	struct perf_place *place =
		calloc(agent.traps.blocks + 1, sizeof *place);
	void *shared = mmap(NULL,
		sizeof *agent.shared + 4ull * (agent.traps.blocks + 1),
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	agent.counter = calloc(agent.traps.blocks + 1, sizeof *agent.counter);
	agent.group = calloc(groups + 1, sizeof *agent.group);
	agent.hit = calloc(agent.traps.blocks + 1, sizeof *agent.hit);
	if (!place || !agent.counter || !agent.group || !agent.hit ||
		shared == MAP_FAILED) {
		free(place);
		return false;
	}
	agent.shared = shared;
	agent.place = place;
	for (uint32_t i = 0; i < agent.traps.blocks; i++) {
		const struct traps_object *object =
			traps_object_of(&agent.traps, i);
		place[i].function = place[i].linkage = place[i].lines = "";
		place[i].file = object->path;
		place[i].column = object->address[i - object->first];
	}
	for (uint32_t i = 0; i < groups; i++) {
		uint32_t first = i * GROUP_BLOCKS;
		uint32_t count = agent.traps.blocks - first;
		agent.group[i].counter = &agent.counter[first];
		agent.group[i].place = &place[first];
		agent.group[i].count = agent.group[i].edges =
			count < GROUP_BLOCKS ? count : GROUP_BLOCKS;
	}
	__retread_register(agent.group, agent.group + groups, NULL, NULL);
	retread_counters.has_blocks = true;
	return true;
}

static void share_translations(void)
{
	void *shared = mmap(NULL, sizeof(struct snap_translated),
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared != MAP_FAILED)
		agent_request(SNAP_REQUEST_SHARE, shared, agent_exit);
#ifdef VALGRIND_DISCARD_TRANSLATIONS
	/* It ends the program as well, and may have run already. */
	VALGRIND_DISCARD_TRANSLATIONS(syscall, SYSCALL_BYTES);
#endif
}

/* Under the Valgrind tool snap that counts; there are no breakpoints then. */
static bool bind_counters(void)
{
#ifdef VALGRIND_DO_CLIENT_REQUEST_EXPR
	if (!RUNNING_ON_VALGRIND)
		return false;
	retread_agent.counts = true;
	for (uint32_t i = 0; i < agent.traps.objects; i++) {
		const struct traps_object *object = &agent.traps.object[i];
		struct snap_binding binding = {object->bias, object->address,
			object->count, object->first, agent.counter,
			agent.group, &retread_counters.entered};
		if (!VALGRIND_DO_CLIENT_REQUEST_EXPR(
			    0, SNAP_REQUEST_BIND, &binding, 0, 0, 0, 0))
			agent_refuse("the Valgrind that runs it does not count "
				     "blocks",
				object->path);
	}
	share_translations();
	return true;
#else
	return false;
#endif
}

static void agent_watch(const char *lists)
{
	char *names = strdup(lists);
	char *rest = names, *name;

	while (names && (name = strsep(&rest, ":"))) {
		const char *about;
		const char *why = traps_add(&agent.traps, name, &about);
		if (why)
			agent_refuse(why, about);
	}
	free(names);
	if (!agent.traps.blocks || retread_counters.refusal[0])
		return;
	if (!make_counters()) {
		agent_refuse(
			"no memory for its blocks", agent.traps.object[0].path);
		return;
	}
	history_start();
	if (bind_counters())
		return;
	agent_take_traps(agent_take_trap);
	arm_all();
}

__attribute__((destructor)) static void write_reached(void)
{
	FILE *out = agent.reached ? fopen(agent.reached, "w") : NULL;

	for (uint32_t i = 0; out && i < agent.hits; i++) {
		const struct traps_object *object =
			traps_object_of(&agent.traps, agent.hit[i]);
		fprintf(out, "%s 0x%x\n", object->path,
			object->address[agent.hit[i] - object->first]);
	}
	if (out)
		fclose(out);
}

/* Before the worker starts (runtime/worker.c). What the program starts is not
 * watched. */
__attribute__((constructor(101))) static void agent_start(void)
{
	const char *lists = getenv(BLOCK_LIST_VARIABLE);

	const char *reached = getenv(BLOCK_LIST_REACHED);

	unsetenv("LD_PRELOAD");
	if (reached && !getenv(PERF_MAP_VARIABLE))
		agent.reached = strdup(reached);
	unsetenv(BLOCK_LIST_REACHED);
	if (lists)
		agent_watch(lists);
	unsetenv(BLOCK_LIST_VARIABLE);
	unsetenv(SNAP_HISTORY_VARIABLE);
}
