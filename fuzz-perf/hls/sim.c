/* SPDX-License-Identifier: MIT
 * One run of the kernel: what it is given, how it ends, what it leaves. */
#include "fuzz-perf/hls/run.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hls/hls_target.h"

static struct {
	struct {
		void *address, *before;
		size_t bytes;
		struct retread_hls_site *site; /* NULL: nobody names it */
	} * state;
	size_t states;
	bool resets; /* before each call */
	bool is_saved;
	int fill;
	uint64_t returned;
	uint64_t ticks, work; /* steps of this run, and of those before */
	sigjmp_buf failed;
	volatile sig_atomic_t is_running;
	unsigned schedule;
	bool was_called;
} sim;

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

uint64_t sim_work(void)
{
	return sim.work;
}

void sim_schedule(unsigned schedule)
{
	sim.schedule = schedule;
}

void retread_hls_tick(void)
{
	if (sim.is_running && ++sim.ticks > retread_hls_kernel.ticks)
		sim_end(RUN_HANG);
}

/*--- state ---*/

void retread_hls_register(struct retread_hls_site **site, uint64_t sites,
	void **state, uint64_t states)
{
	sites_add(site, sites);
	/* One more than there are: of no bytes there may be no block. */
	sim.state = realloc(
		sim.state, (sim.states + states + 1) * sizeof(*sim.state));
	if (!sim.state)
		abort();
	for (uint64_t i = 0; i < states; i++) {
		sim.state[sim.states].address = state[3 * i];
		sim.state[sim.states].bytes = (size_t)state[3 * i + 1];
		sim.state[sim.states].site = state[3 * i + 2];
		sim.state[sim.states++].before = NULL;
	}
}

void sim_reset_calls(bool resets)
{
	sim.resets = resets;
}

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

/* BYTES of zeros with margins, so many bytes AFTER them. */
static void *make_memory(size_t bytes, size_t after)
{
	char *block = calloc(1, MARGIN_BEFORE + bytes + after);

	if (!block)
		abort();
	return block + MARGIN_BEFORE;
}

static void free_memory(void *memory)
{
	free((char *)memory - MARGIN_BEFORE);
}

static void *make_array(
	const struct hls_test *test, size_t input, size_t *bytes)
{
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];
	unsigned char *array;

	*bytes = test->count[input] * type->bytes;
	array = make_memory(*bytes, MARGIN_AFTER);
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
		promises_begin_call();
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
	sites_begin();
	sim.ticks = 0;
	sim.returned = 0;
	tasks_reset(sim.schedule);
	promises_reset();
	retread_hls_at = NULL;
}

void sim_run(const struct hls_test *test, int filler, struct outcome *outcome)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;
	struct arrays arrays = {
		.result = make_memory(kernel->result_bytes, MARGIN_RESULT)};
	size_t capacity = kernel->result_bytes;
	int failed;

	memset(outcome, 0, sizeof(*outcome));
	sim_prepare();
	sim.fill = filler;
	for (uint32_t i = 0; i < kernel->inputs; i++) {
		arrays.array[i] = make_array(test, i, &arrays.bytes[i]);
		arrays.count[i] = (int)test->count[i];
		capacity += arrays.bytes[i];
	}
	cells_begin(&arrays, filler);
	sim.was_called = false;
	outcome->output = calloc(test->calls, capacity + 1);
	if (!outcome->output)
		abort();
	/* Handlers leave the mask as it is. */
	failed = sigsetjmp(sim.failed, 0);
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
	sim.work += sim.ticks;
	outcome->at = retread_hls_at;
	outcome->returned = sim.returned;
	for (uint32_t i = 0; i < kernel->inputs; i++)
		free_memory(arrays.array[i]);
	free_memory(arrays.result);
}

void outcome_release(struct outcome *outcome)
{
	free(outcome->output);
	outcome->output = NULL;
}
