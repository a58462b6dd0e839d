/* SPDX-License-Identifier: MIT
 * The most memory that a run holds at once: sizes as the program asked for
 * them, so that they repeat whatever state the allocator is in. What was
 * allocated by code that is not counted, or before the run, is not in it. */
#include "fuzz-perf/runtime/runtime.h"

#include <sys/mman.h>

#define FIRST_SLOTS 1024u

struct heap_block {
	uintptr_t address; /* 0: free slot */
	uint64_t size_bytes;
};

static struct {
	struct heap_block *slot;
	uint32_t slots; /* a power of two */
	uint32_t count;
	uint64_t held_bytes, peak_bytes;
	uint32_t lock;
} heap;

static void lock_heap(void)
{
	while (__atomic_exchange_n(&heap.lock, 1, __ATOMIC_ACQUIRE))
		;
}

static void unlock_heap(void)
{
	__atomic_store_n(&heap.lock, 0, __ATOMIC_RELEASE);
}

static uint32_t home(uintptr_t address)
{
	return (uint32_t)((address >> 4) * 0x9e3779b97f4a7c15ull >> 32) &
	       (heap.slots - 1);
}

static uint32_t heap_find(uintptr_t address)
{
	uint32_t at = home(address);

	while (heap.slot[at].address && heap.slot[at].address != address)
		at = (at + 1) & (heap.slots - 1);
	return at;
}

static bool heap_reserve(void)
{
	struct heap_block *old = heap.slot;
	uint32_t slots = heap.slots;

	if (heap.count * 2 < slots)
		return true;
	uint32_t wanted = slots ? slots * 2 : FIRST_SLOTS;
	/* Not by malloc, which may lead here. */
	void *slot = mmap(NULL, wanted * sizeof *heap.slot,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (slot == MAP_FAILED)
		return false;
	heap.slot = slot;
	heap.slots = wanted;
	for (uint32_t i = 0; i < slots; i++)
		if (old[i].address)
			heap.slot[heap_find(old[i].address)] = old[i];
	if (old)
		munmap(old, slots * sizeof *old);
	return true;
}

/* Blocks after a hole move up, so that searches need no marks. */
static void empty_slot(uint32_t hole)
{
	uint32_t mask = heap.slots - 1;

	for (uint32_t at = (hole + 1) & mask; heap.slot[at].address;
		at = (at + 1) & mask) {
		uint32_t distance = (at - home(heap.slot[at].address)) & mask;
		if (distance < ((at - hole) & mask))
			continue;
		heap.slot[hole] = heap.slot[at];
		hole = at;
	}
	heap.slot[hole].address = 0;
	heap.count--;
}

static void heap_forget(uintptr_t address)
{
	if (!heap.slots)
		return;
	uint32_t at = heap_find(address);
	if (!heap.slot[at].address)
		return;
	heap.held_bytes -= heap.slot[at].size_bytes;
	empty_slot(at);
}

static void heap_remember(uintptr_t address, uint64_t size_bytes)
{
	if (!heap_reserve())
		return;
	heap_forget(address);
	uint32_t at = heap_find(address);
	heap.slot[at].address = address;
	heap.slot[at].size_bytes = size_bytes;
	heap.count++;
	heap.held_bytes += size_bytes;
	if (heap.held_bytes > heap.peak_bytes)
		heap.peak_bytes = heap.held_bytes;
}

void __retread_allocated(const void *block, uint64_t size_bytes)
{
	if (!retread_counters.weighs_heap || !block)
		return;
	lock_heap();
	heap_remember((uintptr_t)block, size_bytes);
	unlock_heap();
}

void __retread_freed(const void *block)
{
	if (!retread_counters.weighs_heap || !block)
		return;
	lock_heap();
	heap_forget((uintptr_t)block);
	unlock_heap();
}

void __retread_reallocated(
	const void *old, const void *block, uint64_t size_bytes)
{
	if (block || !size_bytes)
		__retread_freed(old);
	__retread_allocated(block, size_bytes);
}

uint64_t retread_heap_peak(void)
{
	return heap.peak_bytes;
}

void retread_heap_clear(void)
{
	if (heap.count)
		for (uint32_t i = 0; i < heap.slots; i++)
			heap.slot[i].address = 0;
	heap.count = 0;
	heap.held_bytes = heap.peak_bytes = 0;
}
