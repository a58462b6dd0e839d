/* SPDX-License-Identifier: MIT
 * The runtime of sites (lib/hls/hls_sim.h), and one run of the kernel. */
#include "fuzz-perf/hls/run.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"

/* Elements beyond the end of an array, on the CPU. */
#define BEYOND_MAX  4096
#define ELEMENT_MAX 64
/* One of so many fills leaves zeros in arrays, as flags often are. */
#define SPARSE_EVERY 3
/* A kernel may read a little beyond what it was given. */
#define INPUT_MARGIN 4096

struct beyond {
	uint64_t run; /* that made it; of another one it is free */
	const void *base;
	int64_t index;
	_Alignas(16) unsigned char element[ELEMENT_MAX];
};

/* What a call is given. */
struct arrays {
	void *array[INPUTS_MAX];
	size_t bytes[INPUTS_MAX];
	int count[INPUTS_MAX];
	void *result;
};

static struct {
	struct retread_hls_site **site;
	size_t sites;
	struct {
		void *address, *before;
		size_t bytes;
		struct retread_hls_site *site; /* NULL: nobody names it */
	} * state;
	size_t states;
	bool resets; /* before each call */
	bool is_saved;
	int fill;
	uint64_t filled; /* random numbers of it */
	uint64_t returned;
	uint64_t ticks;
	sigjmp_buf failed;
	volatile sig_atomic_t is_running;
	uint64_t runs;
	struct beyond beyond[BEYOND_MAX];
	size_t beyond_used;
	const struct arrays *arrays; /* of the run */
	unsigned schedule;
	bool was_called;
	bool was_nowhere; /* hardware used what does not exist */
	_Alignas(16) unsigned char nowhere[4096]; /* what is not written */
} sim;

struct retread_hls_site *retread_hls_place;
const struct retread_hls_at *volatile retread_hls_at;

/* The linker of a target leads calls of exit here. */
void __real_exit(int status) __attribute__((noreturn, weak));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status)
{
	if (sim.is_running)
		sim_end(RUN_EXIT);
	__real_exit(status);
}

/*--- what sites and the simulator of Verilog tell ---*/

void sim_end(enum run_end how)
{
	siglongjmp(sim.failed, -(int)how);
}

/* The bytes of array NUMBER at START, an input or, after them, the result. */
static size_t get_array(uint32_t number, const char **start)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;

	if (number == kernel->inputs) {
		*start = sim.arrays->result;
		return kernel->result_bytes;
	}
	*start = sim.arrays->array[number];
	return sim.arrays->bytes[number];
}

/* Whether POINTER is of an input or the result, or just after one. */
static bool is_argument(const void *pointer, size_t *capacity)
{
	const char *at = pointer, *start;

	*capacity = 0;
	for (uint32_t i = 0; i <= retread_hls_kernel.inputs; i++) {
		size_t bytes = get_array(i, &start);
		if (at < start || at > start + bytes)
			continue;
		*capacity = (size_t)(start + bytes - at);
		return true;
	}
	return false;
}

size_t sim_capacity(const void *pointer)
{
	size_t capacity;

	is_argument(pointer, &capacity);
	return capacity;
}

int sim_called(bool *is_first, bool *resets)
{
	*is_first = !sim.was_called;
	*resets = *is_first || sim.resets;
	sim.was_called = true;
	return sim.fill;
}

void retread_hls_returned(uint64_t number)
{
	sim.returned = (sim.returned ^ number) * UINT64_C(0x100000001b3);
	retread_hls_at = NULL;
}

void retread_hls_divide(uint64_t number)
{
	if (number == 0)
		raise(SIGFPE);
}

void sim_schedule(unsigned schedule)
{
	sim.schedule = schedule;
}

bool sim_has_tasks(void)
{
	for (size_t i = 0; i < sim.sites; i++)
		if (sim.site[i]->kind == RETREAD_HLS_TASK)
			return true;
	return false;
}

bool sim_had_tasks(void)
{
	for (size_t i = 0; i < sim.sites; i++)
		if (sim.site[i]->kind == RETREAD_HLS_TASK &&
			sim.site[i]->is_hardware && sim.site[i]->events != 0)
			return true;
	return false;
}

bool sim_was_nowhere(void)
{
	return sim.was_nowhere;
}

bool sim_crossed(void)
{
	for (size_t i = 0; i < sim.sites; i++)
		if (sim.site[i]->events != 0 &&
			sim.site[i]->kind != RETREAD_HLS_FILL &&
			sim.site[i]->kind != RETREAD_HLS_TASK)
			return true;
	return false;
}

bool sim_has_events(enum retread_hls_kind kind)
{
	for (size_t i = 0; i < sim.sites; i++)
		if (sim.site[i]->events != 0 &&
			sim.site[i]->kind == (uint32_t)kind)
			return true;
	return false;
}

/*--- sites ---*/

void retread_hls_register(struct retread_hls_site **site, uint64_t sites,
	void **state, uint64_t states)
{
	/* One more than there are: of no bytes there may be no block. */
	sim.site =
		realloc(sim.site, (sim.sites + sites + 1) * sizeof(*sim.site));
	sim.state = realloc(
		sim.state, (sim.states + states + 1) * sizeof(*sim.state));
	if (!sim.site || !sim.state)
		abort();
	for (uint64_t i = 0; i < sites; i++) {
		site[i]->id = sim.sites;
		sim.site[sim.sites++] = site[i];
	}
	for (uint64_t i = 0; i < states; i++) {
		sim.state[sim.states].address = state[3 * i];
		sim.state[sim.states].bytes = (size_t)state[3 * i + 1];
		sim.state[sim.states].site = state[3 * i + 2];
		sim.state[sim.states++].before = NULL;
	}
}

size_t sim_sites(struct retread_hls_site ***site)
{
	*site = sim.site;
	return sim.sites;
}

void sim_reset_calls(bool resets)
{
	sim.resets = resets;
}

void sim_switch(enum retread_hls_kind kind, bool is_hardware)
{
	for (size_t i = 0; i < sim.sites; i++)
		if (sim.site[i]->kind == (uint32_t)kind)
			sim.site[i]->is_hardware = is_hardware;
}

void sim_switch_all(bool is_hardware)
{
	for (size_t i = 0; i < sim.sites; i++)
		sim.site[i]->is_hardware = is_hardware;
}

void sim_switch_cpu(bool is_wide)
{
	sim_switch_all(false);
	sim_switch(RETREAD_HLS_WIDTH, !is_wide);
}

static unsigned sim_bits_of(uint64_t number)
{
	return number == 0 ? 0 : 64 - (unsigned)__builtin_clzll(number);
}

/* NUMBER is at SITE, which differs from LIMIT on. */
static void note_number(
	struct retread_hls_site *site, uint64_t number, uint64_t limit)
{
	site->seen |= UINT64_C(1) << sim_bits_of(number) % 64;
	if (number > limit)
		number = limit;
	if (site->most < number)
		site->most = number;
}

/* Element INDEX, beyond the end, of the array at BASE: made when it is first
 * asked for. */
static void *find_beyond(const void *base, int64_t index)
{
	/* Multipliers of different sequences: arrays lie side by side, and
	 * neighbours would meet. */
	uint64_t mixed = (uint64_t)(uintptr_t)base * 0x9e3779b97f4a7c15 ^
			 (uint64_t)index * 0xc2b2ae3d27d4eb4f;
	size_t slot = (mixed >> 32) % BEYOND_MAX;
	struct beyond *found = &sim.beyond[slot];

	if (sim.beyond_used >= BEYOND_MAX / 2)
		return sim.nowhere;
	while (found->run == sim.runs &&
		(found->base != base || found->index != index)) {
		slot = (slot + 1) % BEYOND_MAX;
		found = &sim.beyond[slot];
	}
	if (found->run != sim.runs) {
		sim.beyond_used++;
		found->run = sim.runs;
		found->base = base;
		found->index = index;
		memset(found->element, 0, sizeof(found->element));
	}
	return found->element;
}

/* Whether BASE is of an input, or the result, and ADDRESS is not of that one. */
static bool sim_is_outside(const void *base, const char *address)
{
	size_t capacity;

	if (!is_argument(base, &capacity))
		return false;
	return sim_capacity(address) == 0;
}

/* Zeros, or bytes that are others each time. A filler and the odd one before it have
 * each bit opposite, so that either sign is tried. */
unsigned char sim_filler(void)
{
	if (sim.fill == 0)
		return 0;
	sim.filled = sim.filled * 0x5851f42d4c957f2d + 1;
	return (unsigned char)((sim.filled >> 56) ^
			       (sim.fill % 2 == 0 ? 0xff : 0));
}

/* Puts at AT what nobody wrote. */
static void sim_fill(void *at, size_t bytes)
{
	unsigned char *byte = at;

	memset(at, 0, bytes);
	if (sim.fill % SPARSE_EVERY == 0 && bytes > ELEMENT_MAX)
		return;
	for (size_t i = 0; sim.fill != 0 && i < bytes; i++)
		byte[i] = sim_filler();
}

/* What is read here is not known, and nothing that is written here stays. */
static void *get_nowhere(size_t bytes)
{
	sim.was_nowhere = true;
	sim_fill(sim.nowhere, bytes < ELEMENT_MAX ? bytes : ELEMENT_MAX);
	return sim.nowhere;
}

void *retread_hls_address(struct retread_hls_site *site, void *base,
	int64_t index, uint64_t n, uint64_t size)
{
	void *address = (char *)base + index * (int64_t)size;
	uint64_t cut;

	if (n == 0 ? !sim_is_outside(base, address) : (uint64_t)index < n) {
		note_number(site, (uint64_t)index, n > 0 ? n : UINT64_MAX);
		return address;
	}
	site->events++;
	if (!site->is_hardware && size > ELEMENT_MAX)
		return sim.nowhere;
	if (!site->is_hardware)
		return n == 0 ? find_beyond(address, 0)
			      : find_beyond(base, index);
	cut = n == 0 ? 0
		     : (uint64_t)index &
			       ((UINT64_C(1) << sim_bits_of(n - 1)) - 1);
	return cut < n ? (char *)base + cut * size : get_nowhere(size);
}

void retread_hls_fill(
	struct retread_hls_site *site, void *variable, uint64_t size, int again)
{
	site->events += sim.fill != 0;
	sim.was_nowhere |= site->is_hardware != 0;
	if (site->is_hardware)
		sim_fill(variable, size);
	else if (!again)
		memset(variable, 0, size);
}

int retread_hls_exit(
	struct retread_hls_site *site, int more, int factor, uint64_t trip)
{
	if (more || trip % (uint64_t)factor == 0)
		return more;
	site->events++;
	return site->is_hardware != 0;
}

void retread_hls_tick(void)
{
	if (sim.is_running && ++sim.ticks > retread_hls_kernel.ticks)
		sim_end(RUN_HANG);
}

int retread_hls_assign(int width, uint64_t number, int cuts)
{
	struct retread_hls_site *site = retread_hls_place;

	if (!site)
		return 1;
	note_number(
		site, number, width < 64 ? UINT64_C(1) << width : UINT64_MAX);
	site->size = (uint64_t)width;
	site->events += cuts != 0;
	return site->is_hardware != 0;
}

/*--- state ---*/

static void save_state(void)
{
	for (size_t i = 0; i < sim.states; i++) {
		sim.state[i].before = malloc(sim.state[i].bytes + 1);
		if (!sim.state[i].before)
			abort();
		memcpy(sim.state[i].before, sim.state[i].address,
			sim.state[i].bytes);
	}
	sim.is_saved = true;
}

/* Whether SITE, NULL or of a variable, is as at the start for each call on the CPU. */
static bool sim_is_fresh(const struct retread_hls_site *site)
{
	return site && (retread_hls_kernel.is_fresh ||
			       (site->flags & RETREAD_HLS_RESETS) != 0);
}

/* Makes what a call left as when the program starts: all of it if RESETS, else where
 * the CPU does. */
static void meet_state(bool resets)
{
	for (size_t i = 0; i < sim.states; i++) {
		struct retread_hls_site *site = sim.state[i].site;
		if (memcmp(sim.state[i].address, sim.state[i].before,
			    sim.state[i].bytes) == 0)
			continue;
		if (sim_is_fresh(site))
			site->events++;
		if (resets || (sim_is_fresh(site) && !site->is_hardware))
			memcpy(sim.state[i].address, sim.state[i].before,
				sim.state[i].bytes);
	}
}

/*--- a run ---*/

static void note_signal(int number)
{
	if (sim.is_running)
		siglongjmp(sim.failed, number);
	signal(number, SIG_DFL);
	raise(number);
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGABRT};
	struct sigaction action = {.sa_handler = note_signal};

	action.sa_flags = SA_NODEFER;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &action, NULL);
}

static void *make_array(
	const struct hls_test *test, size_t input, size_t *bytes)
{
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];
	unsigned char *array;

	*bytes = test->count[input] * type->bytes;
	array = calloc(1, *bytes + INPUT_MARGIN);
	if (!array)
		abort();
	for (size_t i = 0; i < test->count[input]; i++)
		memcpy(array + i * type->bytes, &test->number[input][i],
			type->bytes);
	return array;
}

static void sim_append(struct outcome *outcome, const void *from, size_t bytes)
{
	memcpy(outcome->output + outcome->bytes, from, bytes);
	outcome->bytes += bytes;
}

static void call_all(
	const struct arrays *arrays, unsigned calls, struct outcome *outcome)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;

	for (unsigned call = 0; call < calls; call++) {
		if (call > 0)
			meet_state(sim.resets);
		retread_hls_place = NULL;
		retread_hls_call(arrays->array, arrays->count, arrays->result);
		sim_append(outcome, arrays->result, kernel->result_bytes);
		for (uint32_t i = 0; i < kernel->inputs; i++)
			sim_append(outcome, arrays->array[i], arrays->bytes[i]);
		outcome->calls++;
	}
}

static void sim_prepare(void)
{
	if (!sim.is_saved) {
		save_state();
		catch_signals();
	}
	meet_state(true);
	for (size_t i = 0; i < sim.sites; i++)
		sim.site[i]->events = 0;
	sim.ticks = 0;
	sim.beyond_used = 0;
	sim.was_nowhere = false;
	sim.returned = 0;
	sim.runs++;
	tasks_reset(sim.schedule);
	promises_reset();
	memset(sim.nowhere, 0, sizeof(sim.nowhere));
	retread_hls_place = NULL;
	retread_hls_at = NULL;
}

void sim_run(const struct hls_test *test, int filler, struct outcome *outcome)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;
	struct arrays arrays = {.result = calloc(1, kernel->result_bytes + 64)};
	size_t capacity = kernel->result_bytes;
	int failed;

	memset(outcome, 0, sizeof(*outcome));
	sim_prepare();
	sim.fill = filler;
	sim.filled = (uint64_t)(filler + 1) / 2;
	for (uint32_t i = 0; i < kernel->inputs; i++) {
		arrays.array[i] = make_array(test, i, &arrays.bytes[i]);
		arrays.count[i] = (int)test->count[i];
		capacity += arrays.bytes[i];
	}
	sim.arrays = &arrays;
	sim.was_called = false;
	outcome->output = calloc(test->calls, capacity + 1);
	if (!arrays.result || !outcome->output)
		abort();
	failed = sigsetjmp(sim.failed, 1);
	if (failed == 0) {
		sim.is_running = 1;
		call_all(&arrays, test->calls, outcome);
	} else if (failed > 0) {
		outcome->end = RUN_FAULT;
		outcome->signal = failed;
	} else {
		outcome->end = (enum run_end) - failed;
	}
	sim.is_running = 0;
	outcome->at = retread_hls_at;
	outcome->returned = sim.returned;
	for (uint32_t i = 0; i < kernel->inputs; i++)
		free(arrays.array[i]);
	free(arrays.result);
}

void outcome_release(struct outcome *outcome)
{
	free(outcome->output);
	outcome->output = NULL;
}
