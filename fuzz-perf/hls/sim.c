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
/* A kernel may read a little beyond what it was given. */
#define INPUT_MARGIN 4096

struct beyond {
	const void *base; /* NULL: free */
	int64_t index;
	_Alignas(16) unsigned char element[ELEMENT_MAX];
};

static struct {
	struct retread_hls_site **site;
	size_t sites;
	struct {
		void *address, *before;
		size_t bytes;
	} * state;
	size_t states;
	struct retread_hls_site reset; /* sim_state */
	bool is_saved;
	int fill;
	uint64_t ticks;
	sigjmp_buf failed;
	volatile sig_atomic_t is_running;
	struct beyond beyond[BEYOND_MAX];
	size_t beyond_used;
	_Alignas(16) unsigned char nowhere[4096]; /* what is not written */
} sim;

struct retread_hls_site *retread_hls_place;

/*--- sites ---*/

void retread_hls_register(struct retread_hls_site **site, uint64_t sites,
	void **state, uint64_t states)
{
	sim.site = realloc(sim.site, (sim.sites + sites) * sizeof(*sim.site));
	sim.state =
		realloc(sim.state, (sim.states + states) * sizeof(*sim.state));
	if (sim.site == NULL || sim.state == NULL)
		abort();
	for (uint64_t i = 0; i < sites; i++) {
		site[i]->id = sim.sites;
		sim.site[sim.sites++] = site[i];
	}
	for (uint64_t i = 0; i < states; i++) {
		sim.state[sim.states].address = state[2 * i];
		sim.state[sim.states].bytes = (size_t)state[2 * i + 1];
		sim.state[sim.states++].before = NULL;
	}
}

size_t sim_sites(struct retread_hls_site ***site)
{
	*site = sim.site;
	return sim.sites;
}

struct retread_hls_site *sim_state(void)
{
	sim.reset.file = "";
	sim.reset.function = "";
	sim.reset.name = "static variables";
	sim.reset.kind = RETREAD_HLS_STATE;
	return &sim.reset;
}

void sim_switch_all(bool is_hardware)
{
	for (size_t i = 0; i < sim.sites; i++)
		sim.site[i]->is_hardware = is_hardware;
	sim.reset.is_hardware = is_hardware;
}

static unsigned bits_of(uint64_t number)
{
	return number == 0 ? 0 : 64 - (unsigned)__builtin_clzll(number);
}

/* Element INDEX, beyond the end, of the array at BASE: made when it is first
 * asked for. */
static void *find_beyond(const void *base, int64_t index)
{
	size_t slot = ((size_t)base / 16 + (size_t)index) % BEYOND_MAX;

	if (sim.beyond_used >= BEYOND_MAX / 2)
		return sim.nowhere;
	while (sim.beyond[slot].base != NULL &&
		(sim.beyond[slot].base != base ||
			sim.beyond[slot].index != index))
		slot = (slot + 1) % BEYOND_MAX;
	if (sim.beyond[slot].base == NULL) {
		sim.beyond_used++;
		sim.beyond[slot].base = base;
		sim.beyond[slot].index = index;
	}
	return sim.beyond[slot].element;
}

void *retread_hls_address(struct retread_hls_site *site, void *base,
	int64_t index, uint64_t n, uint64_t size)
{
	uint64_t cut;

	if (n == 0 || (uint64_t)index < n) {
		site->seen |= UINT64_C(1) << bits_of((uint64_t)index) % 64;
		return (char *)base + index * (int64_t)size;
	}
	site->events++;
	if (!site->is_hardware)
		return size <= ELEMENT_MAX ? find_beyond(base, index)
					   : (void *)sim.nowhere;
	cut = (uint64_t)index & ((UINT64_C(1) << bits_of(n - 1)) - 1);
	if (cut < n)
		return (char *)base + cut * size;
	memset(sim.nowhere, sim.fill, sizeof(sim.nowhere));
	return sim.nowhere;
}

void retread_hls_fill(
	struct retread_hls_site *site, void *variable, uint64_t size)
{
	site->events += sim.fill != 0;
	memset(variable, site->is_hardware ? sim.fill : 0, size);
}

void retread_hls_tick(void)
{
	if (sim.is_running && ++sim.ticks > retread_hls_kernel.ticks)
		siglongjmp(sim.failed, -1);
}

int retread_hls_assign(int width, int used, int cuts)
{
	struct retread_hls_site *site = retread_hls_place;

	if (site == NULL)
		return 1;
	site->seen |= UINT64_C(1) << (used < 63 ? used : 63);
	site->size = (uint64_t)width;
	site->events += cuts != 0;
	return site->is_hardware != 0;
}

/*--- state ---*/

static void save_state(void)
{
	for (size_t i = 0; i < sim.states; i++) {
		sim.state[i].before = malloc(sim.state[i].bytes + 1);
		if (sim.state[i].before == NULL)
			abort();
		memcpy(sim.state[i].before, sim.state[i].address,
			sim.state[i].bytes);
	}
	sim.is_saved = true;
}

/* As when the program starts. */
static void reset_state(void)
{
	for (size_t i = 0; i < sim.states; i++) {
		if (memcmp(sim.state[i].address, sim.state[i].before,
			    sim.state[i].bytes) == 0)
			continue;
		sim.reset.events++;
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

static void *make_array(const struct test *test, size_t input, size_t *bytes)
{
	const struct retread_hls_input *type = &retread_hls_kernel.input[input];
	unsigned char *array;

	*bytes = test->count[input] * type->bytes;
	array = calloc(1, *bytes + INPUT_MARGIN);
	if (array == NULL)
		abort();
	for (size_t i = 0; i < test->count[input]; i++)
		memcpy(array + i * type->bytes, &test->number[input][i],
			type->bytes);
	return array;
}

struct arrays {
	void *array[INPUTS_MAX];
	size_t bytes[INPUTS_MAX];
	int count[INPUTS_MAX];
	void *result;
};

static void append(struct outcome *outcome, const void *from, size_t bytes)
{
	memcpy(outcome->output + outcome->bytes, from, bytes);
	outcome->bytes += bytes;
}

static void call_all(const struct arrays *arrays, struct outcome *outcome)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;

	for (uint32_t call = 0; call < kernel->calls; call++) {
		if (call > 0 && !sim.reset.is_hardware)
			reset_state();
		retread_hls_call(arrays->array, arrays->count, arrays->result);
		append(outcome, arrays->result, kernel->result_bytes);
		for (uint32_t i = 0; i < kernel->inputs; i++)
			append(outcome, arrays->array[i], arrays->bytes[i]);
	}
}

static void prepare(void)
{
	if (!sim.is_saved) {
		save_state();
		catch_signals();
	}
	reset_state();
	for (size_t i = 0; i < sim.sites; i++)
		sim.site[i]->events = 0;
	sim.reset.events = 0;
	sim.ticks = 0;
	if (sim.beyond_used > 0)
		memset(sim.beyond, 0, sizeof(sim.beyond));
	sim.beyond_used = 0;
	memset(sim.nowhere, 0, sizeof(sim.nowhere));
	retread_hls_place = NULL;
}

void sim_run(const struct test *test, int fill, struct outcome *outcome)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;
	struct arrays arrays = {.result = calloc(1, kernel->result_bytes + 64)};
	size_t room = kernel->result_bytes;
	int failed;

	memset(outcome, 0, sizeof(*outcome));
	prepare();
	sim.fill = fill;
	for (uint32_t i = 0; i < kernel->inputs; i++) {
		arrays.array[i] = make_array(test, i, &arrays.bytes[i]);
		arrays.count[i] = (int)test->count[i];
		room += arrays.bytes[i];
	}
	outcome->output = calloc(kernel->calls, room + 1);
	if (arrays.result == NULL || outcome->output == NULL)
		abort();
	failed = sigsetjmp(sim.failed, 1);
	if (failed == 0) {
		sim.is_running = 1;
		call_all(&arrays, outcome);
	} else if (failed > 0) {
		outcome->end = RUN_FAULT;
		outcome->signal = failed;
	} else {
		outcome->end = RUN_HANG;
	}
	sim.is_running = 0;
	for (uint32_t i = 0; i < kernel->inputs; i++)
		free(arrays.array[i]);
	free(arrays.result);
}

void outcome_release(struct outcome *outcome)
{
	free(outcome->output);
	outcome->output = NULL;
}
