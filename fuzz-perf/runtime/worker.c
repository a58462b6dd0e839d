/* SPDX-License-Identifier: MIT
 * The target's side of a campaign.
 *
 * The process that the fuzzer starts is the TEMPLATE: it runs the program's
 * start-up once and then only forks. For a harness function the child is a
 * WORKER that runs batch after batch; if it dies, the template says so and
 * forks the next. For a program with main each child is one input. Nothing but
 * the shared map is used to talk, so a target may close every descriptor. */
#include "config.h"

#include "fuzz-perf/runtime/runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/generate/target.h"
#include "fuzz-perf/runtime/evaluate.h"

#define GROWTH_KIB (256 << 10)

extern const int retread_has_harness __attribute__((weak));
extern const int retread_is_deferred __attribute__((weak));
extern size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
	size_t max_size, unsigned seed) __attribute__((weak));
extern size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
	const uint8_t *other, size_t other_size, uint8_t *out, size_t max_size,
	unsigned seed) __attribute__((weak));

static struct {
	struct evaluator evaluator;
	struct perf_map *map;
	uint8_t *input_end; /* a page that faults follows */
	bool is_copy;	    /* a process that the target forked */
	bool is_served;
} worker;

static void worker_futex_wake(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void worker_futex_wait(uint32_t *word, uint32_t value)
{
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void worker_raise_word(uint32_t *word)
{
	__atomic_add_fetch(word, 1, __ATOMIC_RELEASE);
	worker_futex_wake(word);
}

/* ---- the end of a run ---- */

static void end_run(uint32_t outcome)
{
	retread_counters.is_running = false;
	__retread_logs = 0;
	__retread_fuel = RETREAD_UNLIMITED;
	if (&retread_agent)
		retread_agent.at_end(&worker.evaluator, outcome);
	else
		evaluate_run(&worker.evaluator, worker.map->current, outcome);
}

__attribute__((noreturn)) static void worker_leave(int status)
{
	syscall(SYS_exit_group, status);
	__builtin_unreachable();
}

static void on_limit(void)
{
	if (retread_counters.is_running && !worker.is_copy)
		end_run(PERF_OVER_LIMIT);
	worker_leave(0);
}

static void on_exit_call(void)
{
	if (retread_counters.is_running && !worker.is_copy)
		end_run(PERF_EXITED);
}

/* Programs that end by _exit() count like those that end by exit(). */
void _exit(int status)
{
	on_exit_call();
	worker_leave(status);
}

void _Exit(int status)
{
	_exit(status);
}

static void note_copy(void)
{
	worker.is_copy = true;
}

static void begin_run(uint32_t number)
{
	struct perf_map *map = worker.map;

	map->current = number;
	map->crash_frame_count = 0;
	retread_counters.weighs_heap = map->weighs_heap;
	__retread_logs = 0;
	if (map->logs)
		retread_operands_start(
			worker.evaluator.operand, &map->operand_count);
	__retread_fuel =
		map->edge_limit ? (int64_t)map->edge_limit : RETREAD_UNLIMITED;
	if (&retread_agent)
		retread_agent.before_run(map->profile);
	retread_counters.is_running = true;
}

/* ---- harness functions ---- */

static const uint8_t *worker_place_input(uint64_t offset, uint32_t length)
{
	uint8_t *start = (uint8_t *)((uintptr_t)(worker.input_end - length) &
				     ~(uintptr_t)15);

	memcpy(start, (uint8_t *)worker.map + worker.map->data_area + offset,
		length);
	return start;
}

/* The target changes the input where the fuzzer will look for it. It counts
 * for nothing, and has room up to the longest input. */
static void mutate_slot(struct perf_slot *slot)
{
	uint8_t *data =
		(uint8_t *)worker.map + worker.map->data_area + slot->offset;

	size_t length = slot->length;

	worker.map->current = (uint32_t)(slot - worker.map->slot);
	retread_mutator_seed(slot->mutate_seed);
	if (slot->crosses && LLVMFuzzerCustomCrossOver)
		length = LLVMFuzzerCustomCrossOver(
			worker_place_input(slot->offset, slot->length),
			slot->length,
			(uint8_t *)worker.map + worker.map->data_area +
				worker.map->other_offset,
			worker.map->other_length, data,
			worker.map->longest_input, slot->mutate_seed);
	else if (LLVMFuzzerCustomMutator)
		length = LLVMFuzzerCustomMutator(data, length,
			worker.map->longest_input, slot->mutate_seed);
	if (length <= worker.map->longest_input)
		slot->length = (uint32_t)length;
	slot->mutate_seed = 0;
	retread_counters_clear();
	retread_domains_clear();
	retread_heap_clear();
}

/* A generator used the input in its own way: the fuzzer goes on with that. */
static void take_generated(struct perf_slot *slot)
{
	struct perf_map *map = worker.map;
	uint8_t *data = (uint8_t *)map + map->data_area + slot->offset;
	size_t length;

	if (!retread_gen_taken)
		return;
	length = retread_gen_taken(data, map->longest_input);

	if (length <= map->longest_input)
		slot->length = (uint32_t)length;
	if (map->logs)
		map->span_count = retread_gen_spans(
			(struct parameters_span *)((uint8_t *)map +
						   map->span_area),
			PERF_SPANS);
}

__attribute__((noinline)) static void worker_run_slot(
	int (*run)(const uint8_t *, size_t), uint32_t number)
{
	struct perf_slot *slot = &worker.map->slot[number];

	if (slot->mutate_seed)
		mutate_slot(slot);
	const uint8_t *input = worker_place_input(slot->offset, slot->length);

	if (worker.map->has_generator && worker.map->draw_limit)
		retread_gen_start(worker.map->draw_limit);
	retread_crash_note_base();
	begin_run(number);
	/* As libFuzzer has it: an input that leads nowhere. */
	if (run(input, slot->length) == -1 && &retread_has_harness)
		retread_counters.is_invalid = true;
	if (worker.is_copy)
		worker_leave(0);
	if (worker.map->has_generator)
		take_generated(slot);
	end_run(0);
}

static void warm_up(int (*run)(const uint8_t *, size_t))
{
	struct perf_map *map = worker.map;

	/* An agent that sees each block once would see it now. */
	if (!map->warm_length || (&retread_agent && !retread_agent.counts))
		return;
	map->is_warming = 1;
	run(worker_place_input(map->warm_offset, map->warm_length),
		map->warm_length);
	if (worker.is_copy)
		worker_leave(0);
	retread_counters_clear();
	retread_domains_clear();
	map->is_warming = 0;
}

static bool worker_has_room(const struct perf_map *map)
{
	return map->record_capacity - map->record_count > map->index_count;
}

static long used_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void work(int (*run)(const uint8_t *, size_t))
{
	struct perf_map *map = worker.map;
	bool is_cold = true;
	long first_kib = used_kib();

	for (;;) {
		uint32_t go = __atomic_load_n(&map->go, __ATOMIC_ACQUIRE);
		if (is_cold && map->batch_start < map->batch_count) {
			warm_up(run);
			is_cold = false;
		}
		for (uint32_t i = map->batch_start;
			i < map->batch_count && worker_has_room(map); i++)
			worker_run_slot(run, i);
		/* A target that leaks would run out of memory: the template,
		 * which says that this worker is gone, forks a fresh one. */
		if (used_kib() - first_kib > GROWTH_KIB)
			worker_leave(0);
		worker_raise_word(&map->done);
		worker_futex_wait(&map->go, go);
	}
}

/* Forks a worker that dies with its parent; *STATUS is how it ended. True in the
 * worker. */
static bool fork_worker(int *status)
{
	pid_t parent = getpid();
	pid_t child;

	if (&retread_agent)
		retread_agent.before_fork();
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			worker_leave(0);
		setpgid(0, 0);
		worker.is_copy = false;
		worker.map->worker_pid = (uint32_t)getpid();
		return true;
	}
	while (child > 0 && waitpid(child, status, 0) < 0 && errno == EINTR)
		;
	if (child > 0)
		kill(-child, SIGKILL);
	return false;
}

static void serve_function(int (*run)(const uint8_t *, size_t))
{
	struct perf_map *map = worker.map;

	for (;;) {
		uint32_t restart =
			__atomic_load_n(&map->restart, __ATOMIC_ACQUIRE);
		int status = 0;
		if (fork_worker(&status))
			work(run);
		map->worker_status = (uint32_t)status;
		map->worker_pid = 0;
		worker_raise_word(&map->done);
		worker_futex_wait(&map->restart, restart);
	}
}

/* ---- programs with main ---- */

static void give_input(const struct perf_slot *slot)
{
	const uint8_t *data =
		(uint8_t *)worker.map + worker.map->data_area + slot->offset;

	if (ftruncate(STDIN_FILENO, 0) ||
		pwrite(STDIN_FILENO, data, slot->length, 0) !=
			(ssize_t)slot->length)
		worker_leave(1);
	lseek(STDIN_FILENO, 0, SEEK_SET);
}

/* Waits for a batch if the current one is done. Returns the slot that comes next. */
static uint32_t find_next_slot(void)
{
	struct perf_map *map = worker.map;
	uint32_t number = map->current + 1;

	while (number >= map->batch_count || !worker_has_room(map)) {
		uint32_t go = __atomic_load_n(&map->go, __ATOMIC_ACQUIRE);
		worker_raise_word(&map->done);
		worker_futex_wait(&map->go, go);
		number = map->batch_start;
	}
	return number;
}

/* A process that can be brought back comes here again, for the next input. */
static void begin_slot(uint32_t number)
{
	if (&retread_agent && retread_agent.mark(worker.map)) {
		number = find_next_slot();
		give_input(&worker.map->slot[number]);
	}
	begin_run(number);
}

/* Returns true in the child. The slot that it has come to is the current one. */
static bool fork_slot(uint32_t number)
{
	struct perf_map *map = worker.map;
	int status = 0;

	give_input(&map->slot[number]);
	map->current = number;
	if (fork_worker(&status)) {
		begin_slot(number);
		return true;
	}
	number = map->current;
	map->worker_pid = 0;
	if (WIFSIGNALED(status) && !(map->slot[number].outcome & PERF_RAN))
		map->slot[number].signal = (uint32_t)WTERMSIG(status);
	if (WIFEXITED(status) && !map->slot[number].status)
		map->slot[number].status = (uint32_t)WEXITSTATUS(status);
	map->slot[number].outcome |= PERF_RAN;
	return false;
}

/* Of the batch; its count: there is none. */
static uint32_t find_slot_not_run(const struct perf_map *map)
{
	uint32_t number = map->batch_start;

	while (number < map->batch_count &&
		map->slot[number].outcome & PERF_RAN)
		number++;
	return number;
}

/* A process that was forked may serve many batches before it ends. */
static void serve_program(void)
{
	struct perf_map *map = worker.map;

	for (;;) {
		uint32_t go = __atomic_load_n(&map->go, __ATOMIC_ACQUIRE);
		uint32_t number = find_slot_not_run(map);
		bool has_died = false;
		while (number < map->batch_count && worker_has_room(map) &&
			!has_died) {
			if (fork_slot(number))
				return;
			go = __atomic_load_n(&map->go, __ATOMIC_ACQUIRE);
			has_died = map->slot[map->current].signal != 0;
			number = find_slot_not_run(map);
		}
		worker_raise_word(&map->done);
		worker_futex_wait(&map->go, go);
	}
}

/* ---- start ---- */

static void worker_refuse(const char *text)
{
	snprintf(worker.map->refusal, sizeof worker.map->refusal, "%s", text);
	worker_raise_word(&worker.map->done);
	worker_leave(1);
}

static void silence(void)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || worker.map->keep_output)
		return;
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	close(null);
}

/* The input ends where a page that faults begins, or up to 15 bytes before:
 * reading further is seen, and the start is aligned as malloc's. */
static bool map_input(size_t size_bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t whole = (size_bytes + 16 + page - 1) & ~(page - 1);
	uint8_t *area = mmap(NULL, whole + page, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED || mprotect(area + whole, page, PROT_NONE))
		return false;
	worker.input_end = area + whole;
	return true;
}

static bool attach(void)
{
	const char *text = getenv(PERF_MAP_VARIABLE);
	int fd = text ? atoi(text) : -1;

	if (fd < 0)
		return false;
	unsetenv(PERF_MAP_VARIABLE);
	worker.map = layout_attach(fd, &worker.evaluator);
	close(fd);
	return worker.map != NULL;
}

void retread_serve(int (*run)(const uint8_t *data, size_t size))
{
	if (worker.is_served || !attach())
		return;
	worker.is_served = true;
	retread_counters.is_closed = true;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	retread_on_limit = on_limit;
	if (retread_counters.refusal[0])
		worker_refuse(retread_counters.refusal);
	if (!retread_counters.key_count)
		worker_refuse("it has no branch to count: was it compiled with "
			      "retread-cc? --no-source takes it as it is");
	if (!map_input(worker.map->input_bytes))
		worker_refuse("out of memory for inputs");
	silence();
	retread_crash_catch(worker.map);
	pthread_atfork(NULL, NULL, note_copy);
	atexit(on_exit_call);
	if (run)
		retread_counters_clear();
	else
		retread_counters_restart();
	retread_domains_clear();
	worker.map->is_fork = run == NULL;
	worker.map->has_generator = run && retread_gen_taken;
	/* Those of a generator are for other fuzzers. */
	bool leaves_bytes = run && !worker.map->has_generator;
	worker.map->has_mutator = leaves_bytes && LLVMFuzzerCustomMutator;
	worker.map->has_cross_over = leaves_bytes && LLVMFuzzerCustomCrossOver;
	if (worker.map->has_generator)
		retread_gen_start(worker.map->longest_input);
	worker.map->ready = 1;
	if (run)
		serve_function(run);
	else
		serve_program();
}

/* Programs with main start here, unless they say where by retread_start(). */
__attribute__((constructor)) static void start_program(void)
{
	if (!&retread_has_harness && !&retread_is_deferred)
		retread_serve(NULL);
}
