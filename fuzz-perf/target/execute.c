/* SPDX-License-Identifier: MIT
 * Runs the target, with its limits, and survives whatever it does. */
#include "config.h"

#include "fuzz-perf/target/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/target/sanitizers.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/error.h"
#include "lib/memory.h"

#define DATA_BYTES     (16u << 20)
#define START_MS       20000
#define START_ATTEMPTS 16 /* workers in a row that die before their first run */

struct execute {
	struct execute_options options;
	char **command;
	struct perf_map *map;
	size_t mapped_bytes;
	int map_fd;
	int input_fd;
	pid_t pid; /* the template; 0: none */
	size_t stride;
	unsigned slots;
	struct places_text text; /* names that the target could not tell */
};

static void *area(const struct execute *execute, uint64_t offset)
{
	return (char *)execute->map + offset;
}

void execute_set_end(
	struct execute *execute, uint64_t end_ms, volatile int *is_stopped)
{
	execute->options.end_ms = end_ms;
	execute->options.is_stopped = is_stopped;
}

bool execute_is_over(const struct execute *execute)
{
	const struct execute_options *options = &execute->options;

	return (options->is_stopped && *options->is_stopped) ||
	       (options->end_ms && clock_ms() >= options->end_ms);
}

/* ---- the map ---- */

static int open_map(struct execute *execute, struct error *err)
{
	size_t stride = (execute->options.max_length + 63) & ~(size_t)63;
	size_t slots = DATA_BYTES / stride;
	struct perf_map *map;

	execute->stride = stride;
	execute->slots = slots < 1	      ? 1
			 : slots > PERF_SLOTS ? PERF_SLOTS
					      : slots;
	execute->map_fd = memfd_create("retread-map", 0);
	if (execute->map_fd < 0)
		return error_set_errno(err, "cannot make shared memory");
	execute->mapped_bytes =
		sizeof *map + (execute->slots + 2) * stride + 64;
	if (ftruncate(execute->map_fd, (off_t)execute->mapped_bytes))
		return error_set_errno(err, "cannot make shared memory");
	map = mmap(NULL, execute->mapped_bytes, PROT_READ | PROT_WRITE,
		MAP_SHARED, execute->map_fd, 0);
	if (map == MAP_FAILED)
		return error_set_errno(err, "cannot map shared memory");
	execute->map = map;
	memcpy(map->magic, PERF_MAP_MAGIC, sizeof map->magic);
	map->version = sizeof *map;
	map->edge_limit = execute->options.edge_limit;
	map->data_area = (sizeof *map + 63) & ~(uint64_t)63;
	map->data_bytes = (execute->slots + 2) * stride;
	map->input_bytes = stride;
	map->longest_input = execute->options.max_length;
	map->warm_offset = execute->slots * stride;
	map->other_offset = (execute->slots + 1) * stride;
	map->keep_output = execute->options.keep_output;
	for (unsigned i = 0; i < execute->slots; i++)
		map->slot[i].offset = (uint32_t)(i * stride);
	return 0;
}

static bool is_inside(
	const struct perf_map *map, uint64_t start, uint64_t count, size_t each)
{
	return start <= map->total_bytes &&
	       count <= (map->total_bytes - start) / each;
}

/* The target made the file larger: look at it anew, and trust no offset. */
static int remap(struct execute *execute, struct error *err)
{
	struct perf_map *map = execute->map;
	size_t size = map->total_bytes;

	if (size < execute->mapped_bytes ||
		!is_inside(map, map->aggregate_area, map->index_count, 8) ||
		!is_inside(map, map->profile_area, map->index_count, 8) ||
		!is_inside(map, map->record_area, map->record_capacity,
			sizeof(struct perf_record)) ||
		!is_inside(map, map->place_area, map->key_count,
			sizeof(struct perf_mapped_place)) ||
		!is_inside(map, map->token_area, map->token_count,
			sizeof(struct perf_token)) ||
		!is_inside(map, map->operand_area, PERF_OPERANDS,
			sizeof(struct perf_operand)) ||
		!is_inside(map, map->flip_area, PERF_FLIPS,
			sizeof(struct perf_flip)) ||
		!is_inside(map, map->text_area, map->text_bytes, 1) ||
		map->view_count > PERF_VIEWS)
		return error_set(err,
			"%s: its tables are damaged, or of another version; "
			"compile it with this version's retread-cc",
			execute->command[0]);
	map = mremap(map, execute->mapped_bytes, size, MREMAP_MAYMOVE);
	if (map == MAP_FAILED)
		return error_set_errno(err, "cannot map shared memory");
	execute->map = map;
	execute->mapped_bytes = size;
	if (map->text_bytes)
		((char *)map)[map->text_area + map->text_bytes - 1] = '\0';
	return 0;
}

/* ---- starting ---- */

static char **make_command(char **command, const char *input_path)
{
	struct arguments filled = {0};

	arguments_add(&filled, *command++);
	for (; *command; command++)
		arguments_add(&filled,
			strcmp(*command, "@@") ? *command : input_path);
	return arguments_detach(&filled);
}

static void limit(int what, uint64_t value)
{
	struct rlimit limits = {value, value};

	setrlimit(what, &limits);
}

/* In the child. Inputs of programs with main are in the file that is its
 * standard input, and that /proc/self/fd/0 names. */
static void start_target(struct execute *execute, pid_t fuzzer)
{
	char number[16];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != fuzzer) /* it was killed before that */
		_exit(1);
	setsid();
	limit(RLIMIT_CORE, 0);
	if (execute->options.memory_bytes)
		limit(RLIMIT_AS, execute->options.memory_bytes);
	personality(ADDR_NO_RANDOMIZE);
	dup2(execute->input_fd, STDIN_FILENO);
	if (execute->options.keep_output)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	snprintf(number, sizeof number, "%d", execute->map_fd);
	setenv(PERF_MAP_VARIABLE, number, 1);
	sanitizers_set(execute->options.keep_output);
	execvp(execute->command[0], execute->command);
	snprintf(execute->map->refusal, sizeof execute->map->refusal,
		"cannot be started: %s", strerror(errno));
	_exit(127);
}

static bool wait_for_change(uint32_t *word, uint32_t old, unsigned wait_ms)
{
	struct timespec span = {wait_ms / 1000, wait_ms % 1000 * 1000000l};

	if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == old)
		syscall(SYS_futex, word, FUTEX_WAIT, old, &span, NULL, 0);
	return __atomic_load_n(word, __ATOMIC_ACQUIRE) != old;
}

static void execute_raise_word(uint32_t *word)
{
	__atomic_add_fetch(word, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static int explain_end(struct execute *execute, int status, struct error *err)
{
	char *const *words = choice_program_words(execute->command);
	const char *name = words[0];

	if (execute->map->refusal[0])
		return error_set(err, "%s: %.*s", name,
			(int)sizeof execute->map->refusal - 1,
			execute->map->refusal);
	if (WIFSIGNALED(status))
		return error_set(err,
			"%s: ended by signal %d before the first input", name,
			WTERMSIG(status));
	if (words != execute->command)
		return error_set(err, "%s: ended before the first input", name);
	return error_set(err,
		"%s: ended before the first input; was it compiled and linked "
		"with retread-cc? If not: --no-source",
		name);
}

static bool has_ended(struct execute *execute, int *status)
{
	if (!execute->pid ||
		waitpid(execute->pid, status, WNOHANG) != execute->pid)
		return false;
	execute->pid = 0;
	return true;
}

static int wait_until_ready(struct execute *execute, struct error *err)
{
	uint64_t deadline = clock_ms() + START_MS;
	int status = 0;

	while (!__atomic_load_n(&execute->map->done, __ATOMIC_ACQUIRE)) {
		if (wait_for_change(&execute->map->done, 0, 20))
			break;
		if (has_ended(execute, &status))
			return explain_end(execute, status, err);
		if (execute_is_over(execute))
			return error_set(err,
				"%s: not ready before the time was up",
				choice_program_words(execute->command)[0]);
		if (clock_ms() > deadline)
			return error_set(err,
				"%s: not ready after %d s; was it compiled and "
				"linked with retread-cc? If it waits for "
				"something before it reads its input, call "
				"retread_start() there",
				execute->command[0], START_MS / 1000);
	}
	if (!execute->map->ready)
		return explain_end(execute, 0, err);
	return 0;
}

static int spawn(struct execute *execute, struct error *err)
{
	execute->input_fd = memfd_create("retread-input", 0);
	if (execute->input_fd < 0)
		return error_set_errno(err, "cannot make the input file");
	pid_t fuzzer = getpid(), pid = fork();
	if (pid < 0)
		return error_set_errno(err, "cannot start a process");
	if (pid == 0)
		start_target(execute, fuzzer);
	execute->pid = pid;
	return wait_until_ready(execute, err);
}

/* Targets of gcc, and programs as they are, know addresses only. */
static void find_places(struct execute *execute)
{
	struct perf_map *map = execute->map;
	struct perf_mapped_place *place = area(execute, map->place_area);
	char path[32];
	char program[PATH_MAX];

	if (!map->has_blocks)
		return;
	snprintf(path, sizeof path, "/proc/%d/exe", (int)execute->pid);
	ssize_t length = readlink(path, program, sizeof program - 1);
	if (length < 0)
		return;
	program[length] = '\0';
	for (uint32_t i = 0; i < map->key_count; i++)
		if (place[i].file >= map->text_bytes)
			return;
	execute->text.first = (uint32_t)map->text_bytes;
	places_resolve(program, area(execute, map->text_area),
		&execute->options.debug, place, map->key_count, &execute->text);
}

struct execute *execute_new(
	const struct execute_options *options, struct error *err)
{
	struct execute *execute = memory_alloc_zero(1, sizeof *execute);

	execute->options = *options;
	execute->map_fd = execute->input_fd = -1;
	execute->command = make_command(options->command, "/proc/self/fd/0");
	if (open_map(execute, err) || spawn(execute, err) ||
		remap(execute, err)) {
		execute_free(execute);
		return NULL;
	}
	find_places(execute);
	return execute;
}

void execute_free(struct execute *execute)
{
	if (!execute)
		return;
	if (execute->pid) {
		uint32_t worker = execute->map->worker_pid;
		if (worker)
			kill((pid_t)worker, SIGKILL);
		kill(execute->pid, SIGKILL);
		waitpid(execute->pid, NULL, 0);
	}
	if (execute->map)
		munmap(execute->map, execute->mapped_bytes);
	if (execute->map_fd >= 0)
		close(execute->map_fd);
	if (execute->input_fd >= 0)
		close(execute->input_fd);
	arguments_free_words(execute->command);
	places_text_release(&execute->text);
	free(execute);
}

/* ---- access ---- */

int execute_pid(const struct execute *execute)
{
	return (int)execute->pid;
}

struct perf_map *execute_map(struct execute *execute)
{
	return execute->map;
}

uint64_t *execute_aggregates(struct execute *execute)
{
	return area(execute, execute->map->aggregate_area);
}

const uint64_t *execute_profile(const struct execute *execute)
{
	return area(execute, execute->map->profile_area);
}

const struct perf_record *execute_records(const struct execute *execute)
{
	return area(execute, execute->map->record_area);
}

const struct perf_mapped_place *execute_places(const struct execute *execute)
{
	return area(execute, execute->map->place_area);
}

const struct perf_token *execute_tokens(const struct execute *execute)
{
	return area(execute, execute->map->token_area);
}

const struct perf_operand *execute_operands(
	const struct execute *execute, uint32_t *count)
{
	*count = execute->map->operand_count < PERF_OPERANDS
			 ? execute->map->operand_count
			 : PERF_OPERANDS;
	return area(execute, execute->map->operand_area);
}

const struct parameters_span *execute_spans(
	const struct execute *execute, uint32_t *count)
{
	*count = execute->map->span_count < PERF_SPANS
			 ? execute->map->span_count
			 : PERF_SPANS;
	return area(execute, execute->map->span_area);
}

const struct perf_flip *execute_flips(
	const struct execute *execute, uint32_t *count)
{
	*count = execute->map->flip_count < PERF_FLIPS
			 ? execute->map->flip_count
			 : PERF_FLIPS;
	return area(execute, execute->map->flip_area);
}

const char *execute_text(const struct execute *execute, uint32_t offset)
{
	const struct places_text *own = &execute->text;

	if (own->bytes && offset >= own->first &&
		offset - own->first < own->length)
		return own->bytes + (offset - own->first);
	if (offset >= execute->map->text_bytes)
		return "";
	return (const char *)execute->map + execute->map->text_area + offset;
}

unsigned execute_slots(const struct execute *execute)
{
	return execute->slots;
}

void execute_set_warm_input(
	struct execute *execute, const uint8_t *bytes, size_t length)
{
	memcpy(execute_slot_data(execute, execute->slots), bytes, length);
	execute->map->warm_length = (uint32_t)length;
}

void execute_set_other(
	struct execute *execute, const uint8_t *bytes, size_t length)
{
	memcpy(execute_slot_data(execute, execute->slots + 1), bytes, length);
	execute->map->other_length = (uint32_t)length;
}

uint8_t *execute_slot_data(struct execute *execute, unsigned number)
{
	return (uint8_t *)execute->map + execute->map->data_area +
	       number * execute->stride;
}

/* ---- running ---- */

static void kill_worker(struct execute *execute)
{
	uint32_t worker =
		__atomic_load_n(&execute->map->worker_pid, __ATOMIC_ACQUIRE);

	if (worker)
		kill((pid_t)worker, SIGKILL);
}

/* How long to wait before looking whether it hangs, or is over. */
static unsigned wait_slice(const struct execute *execute)
{
	const struct execute_options *options = &execute->options;
	uint64_t slice = options->timeout_ms < 100 ? options->timeout_ms : 100;
	uint64_t now;

	if (options->end_ms && (now = clock_ms()) + slice > options->end_ms)
		slice = options->end_ms > now ? options->end_ms - now : 1;
	return slice ? (unsigned)slice : 1;
}

/* Waits for DONE to differ from OLD. Tells in *HOW if it took a kill. */
static int wait_for_batch(struct execute *execute, uint32_t old,
	enum execute_end *how, struct error *err)
{
	struct perf_map *map = execute->map;
	uint32_t current = map->current;
	uint64_t deadline = clock_ms() + execute->options.timeout_ms;
	int status;

	while (!wait_for_change(&map->done, old, wait_slice(execute))) {
		if (has_ended(execute, &status))
			return error_set(err,
				"%s: the process that starts its workers is "
				"gone (status %d)",
				execute->command[0], status);
		if (execute_is_over(execute)) {
			*how = EXECUTE_OVER;
			map->batch_count = 0; /* no other one */
			kill_worker(execute);
		} else if (map->current != current) {
			current = map->current;
			deadline = clock_ms() + execute->options.timeout_ms;
		} else if (clock_ms() > deadline) {
			*how = EXECUTE_HANG;
			kill_worker(execute);
			deadline = clock_ms() + execute->options.timeout_ms;
		}
	}
	return 0;
}

/* The worker is gone. Asks for another; the slot it died on was run. */
static unsigned replace_worker(struct execute *execute, unsigned from,
	bool is_hang, enum execute_end *end)
{
	struct perf_map *map = execute->map;
	unsigned last = map->current < from ? from : map->current;

	if (map->is_warming) {
		map->warm_length = 0;
		return from;
	}
	if (is_hang)
		*end = EXECUTE_HANG;
	else if (!(map->slot[last].outcome & PERF_RAN))
		*end = EXECUTE_CRASH;
	if (WIFSIGNALED((int)map->worker_status))
		map->slot[last].signal =
			(uint32_t)WTERMSIG((int)map->worker_status);
	else
		map->slot[last].status =
			(uint32_t)WEXITSTATUS((int)map->worker_status);
	return last + 1;
}

static unsigned next_after_fork(struct execute *execute, unsigned from,
	unsigned count, bool is_hang, enum execute_end *end)
{
	struct perf_map *map = execute->map;

	for (unsigned i = from; i < count; i++) {
		if (!(map->slot[i].outcome & PERF_RAN))
			return i;
		if (map->slot[i].signal) {
			*end = is_hang ? EXECUTE_HANG : EXECUTE_CRASH;
			return i + 1;
		}
	}
	return count;
}

static unsigned first_not_run(
	const struct perf_map *map, unsigned from, unsigned count)
{
	while (from < count && map->slot[from].outcome & PERF_RAN &&
		!map->slot[from].signal)
		from++;
	return from;
}

int execute_run(struct execute *execute, unsigned from, unsigned count,
	enum execute_end *end, struct error *err)
{
	struct perf_map *map = execute->map;
	enum execute_end how = EXECUTE_DONE;
	bool is_hang;

	if (execute_is_over(execute)) {
		*end = EXECUTE_OVER;
		map->record_count = 0;
		return (int)from;
	}
	*end = EXECUTE_DONE;
	for (unsigned i = from; i < count; i++) {
		map->slot[i].outcome = 0;
		map->slot[i].signal = map->slot[i].status = 0;
		map->slot[i].edges = 0;
		map->slot[i].offset = (uint32_t)(i * execute->stride);
	}
	map->batch_start = from;
	map->batch_count = count;
	map->record_count = 0;
	map->current = from;
	map->is_warming = 0;
	uint32_t done = __atomic_load_n(&map->done, __ATOMIC_ACQUIRE);
	if (!map->is_fork && !map->worker_pid)
		execute_raise_word(&map->restart);
	else
		execute_raise_word(&map->go);
	if (wait_for_batch(execute, done, &how, err))
		return -1;
	if (map->record_count > map->record_capacity)
		map->record_count = 0;
	if (how == EXECUTE_OVER) {
		*end = EXECUTE_OVER;
		return (int)first_not_run(map, from, count);
	}
	is_hang = how == EXECUTE_HANG;
	if (map->is_fork)
		return (int)next_after_fork(execute, from, count, is_hang, end);
	if (!map->worker_pid)
		return (int)replace_worker(execute, from, is_hang, end);
	for (unsigned i = from; i < count; i++)
		if (!(map->slot[i].outcome & PERF_RAN))
			return (int)i;
	return (int)count;
}
