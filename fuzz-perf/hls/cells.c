/* SPDX-License-Identifier: MIT
 * Memory as hardware has it: elements beyond the end of an array, and what nobody wrote. */
#include "fuzz-perf/hls/run.h"

#include <string.h>

#include "lib/hls/hls_target.h"

/* Elements beyond the end of an array, on the CPU. */
#define BEYOND_MAX  4096
#define ELEMENT_MAX 64
#define HANDED_MAX  64
/* One of so many fills leaves zeros in arrays, as flags often are. */
#define SPARSE_EVERY 3

struct beyond {
	uint64_t run; /* that made it; of another one it is free */
	const void *base;
	int64_t index;
	_Alignas(16) unsigned char element[ELEMENT_MAX];
};

/* An array that a call has a pointer into. */
struct handed {
	const char *start;
	uint64_t bytes;
};

static struct {
	struct handed handed[HANDED_MAX];
	size_t handed_count;
	uint64_t runs;
	struct beyond beyond[BEYOND_MAX];
	size_t beyond_used;
	const struct arrays *arrays; /* of the run */
	int fill;
	uint64_t filled;  /* random numbers of it */
	bool was_nowhere; /* hardware used what does not exist */
	bool is_used;	  /* nowhere, in this run */
	_Alignas(16) unsigned char nowhere[4096]; /* what is not written */
} cells;

void cells_begin(const struct arrays *arrays, int filler)
{
	cells.arrays = arrays;
	cells.fill = filler;
	cells.filled = (uint64_t)(filler + 1) / 2;
	cells.beyond_used = 0;
	cells.handed_count = 0;
	cells.was_nowhere = false;
	cells.runs++;
	if (cells.is_used)
		memset(cells.nowhere, 0, sizeof(cells.nowhere));
	cells.is_used = false;
}

/* The bytes of array NUMBER at START, an input or, after them, the result. */
static size_t get_array(uint32_t number, const char **start)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;

	if (number == kernel->inputs) {
		*start = cells.arrays->result;
		return kernel->result_bytes;
	}
	*start = cells.arrays->array[number];
	return cells.arrays->bytes[number];
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

bool sim_was_nowhere(void)
{
	return cells.was_nowhere;
}

static void *use_nowhere(void)
{
	cells.is_used = true;
	return cells.nowhere;
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
	struct beyond *found = &cells.beyond[slot];

	if (cells.beyond_used >= BEYOND_MAX / 2)
		return use_nowhere();
	while (found->run == cells.runs &&
		(found->base != base || found->index != index)) {
		slot = (slot + 1) % BEYOND_MAX;
		found = &cells.beyond[slot];
	}
	if (found->run != cells.runs) {
		cells.beyond_used++;
		found->run = cells.runs;
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
	if (cells.fill == 0)
		return 0;
	cells.filled = cells.filled * 0x5851f42d4c957f2d + 1;
	return (unsigned char)((cells.filled >> 56) ^
			       (cells.fill % 2 == 0 ? 0xff : 0));
}

/* Puts at AT what nobody wrote: at SITE, each time it comes there, the same whatever
 * happens at others, so that a site alone does what it does with all. */
static void sim_fill(
	const struct retread_hls_site *site, void *at, size_t bytes)
{
	unsigned char *byte = at;

	cells.filled = (uint64_t)(cells.fill + 1) / 2 +
		       site->id * UINT64_C(0x9e3779b97f4a7c15) +
		       site->events * UINT64_C(0xc2b2ae3d27d4eb4f);
	memset(at, 0, bytes);
	if (cells.fill % SPARSE_EVERY == 0 && bytes > ELEMENT_MAX)
		return;
	for (size_t i = 0; cells.fill != 0 && i < bytes; i++)
		byte[i] = sim_filler();
}

/* What is read here is not known, and nothing that is written here stays. */
static void *get_nowhere(const struct retread_hls_site *site, size_t bytes)
{
	cells.was_nowhere = true;
	sim_fill(
		site, cells.nowhere, bytes < ELEMENT_MAX ? bytes : ELEMENT_MAX);
	return use_nowhere();
}

/* The last array of those that calls were handed which BASE points into; NULL: none. */
static const struct handed *find_handed(const void *base)
{
	const char *at = base;
	size_t i = cells.handed_count;

	while (i-- > 0)
		if (at >= cells.handed[i].start &&
			at < cells.handed[i].start + cells.handed[i].bytes)
			return &cells.handed[i];
	return NULL;
}

void retread_hls_hand(void *array, uint64_t bytes)
{
	if (cells.handed_count == HANDED_MAX)
		return;
	cells.handed[cells.handed_count++] = (struct handed){array, bytes};
}

void retread_hls_take_back(void *array)
{
	size_t i = cells.handed_count;

	while (i > 0 && cells.handed[i - 1].start != array)
		i--;
	if (i == 0)
		return;
	/* Tasks take turns, so it need not be the last one. */
	memmove(&cells.handed[i - 1], &cells.handed[i],
		(cells.handed_count - i) * sizeof(cells.handed[0]));
	cells.handed_count--;
}

/* Whether AT is beside array NUMBER, of so many BYTES at START. */
static bool is_in_margin(
	const char *at, uint32_t number, const char *start, size_t bytes)
{
	size_t after = number < retread_hls_kernel.inputs ? MARGIN_AFTER
							  : MARGIN_RESULT;

	return (at < start && start - at <= MARGIN_BEFORE) ||
	       (at >= start + bytes && (size_t)(at - start) - bytes < after);
}

void *retread_hls_walk(struct retread_hls_site *site, void *at, uint64_t size)
{
	const char *start;

	for (uint32_t i = 0; i <= retread_hls_kernel.inputs; i++) {
		size_t bytes = get_array(i, &start);
		uint64_t index = (uint64_t)((char *)at - start) / size;
		if ((char *)at >= start && (char *)at < start + bytes)
			sites_note_number(site, index, bytes / size);
		if (!is_in_margin(at, i, start, bytes))
			continue;
		site->events++;
		if (site->is_hardware)
			return get_nowhere(site, size);
		return size > ELEMENT_MAX ? use_nowhere() : find_beyond(at, 0);
	}
	return at;
}

void *retread_hls_address(struct retread_hls_site *site, void *base,
	int64_t index, uint64_t n, uint64_t size)
{
	void *address = (char *)base + index * (int64_t)size;
	const struct handed *handed = n == 0 ? find_handed(base) : NULL;
	uint64_t cut;

	if (handed && handed->bytes >= size) {
		index += ((const char *)base - handed->start) / (int64_t)size;
		base = (void *)handed->start;
		n = handed->bytes / size;
	}
	if (n == 0 ? !sim_is_outside(base, address) : (uint64_t)index < n) {
		sites_note_number(
			site, (uint64_t)index, n > 0 ? n : UINT64_MAX);
		return address;
	}
	site->events++;
	if (!site->is_hardware && size > ELEMENT_MAX)
		return use_nowhere();
	if (!site->is_hardware)
		return n == 0 ? find_beyond(address, 0)
			      : find_beyond(base, index);
	cut = n == 0 ? 0
		     : (uint64_t)index &
			       ((UINT64_C(1) << sites_bits_of(n - 1)) - 1);
	return cut < n ? (char *)base + cut * size : get_nowhere(site, size);
}

void retread_hls_fill(
	struct retread_hls_site *site, void *variable, uint64_t size, int again)
{
	site->events += cells.fill != 0;
	cells.was_nowhere |= site->is_hardware != 0;
	if (site->is_hardware)
		sim_fill(site, variable, size);
	else if (!again)
		memset(variable, 0, size);
}
