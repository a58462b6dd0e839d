/* SPDX-License-Identifier: MIT
 * Counts what gcc plants (-fsanitize-coverage=trace-pc,trace-cmp): a call per
 * block and per comparison, with nothing but its own address to tell it by; and
 * calls of the C library that the linker leads to us (wrap.c).
 *
 * Before main all calls of these functions are looked up in the program's
 * code, so each has a counter of its own and the keys are the same in every
 * run. Neighbours share an entry in the list of what a run touched. Only the
 * program itself is looked at, not shared libraries. */
#include "config.h"

#include "fuzz-perf/runtime/runtime.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CALL	     0xe8 /* with a 32-bit distance */
#define CALL_BYTES   5
#define GROUP_BLOCKS 32

struct blocks_site {
	uint64_t *counter;
	struct perf_function *group;
};

static struct {
	uintptr_t load_address;
	uintptr_t start; /* of the code */
	uintptr_t end;
	uint32_t *number_at; /* by return address - start; 0: no call of ours */
	struct blocks_site *site; /* from 1 on */
} blocks;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_cmp1(uint8_t left, uint8_t right);
void __sanitizer_cov_trace_cmp2(uint16_t left, uint16_t right);
void __sanitizer_cov_trace_cmp4(uint32_t left, uint32_t right);
void __sanitizer_cov_trace_cmp8(uint64_t left, uint64_t right);
void __sanitizer_cov_trace_const_cmp1(uint8_t left, uint8_t right);
void __sanitizer_cov_trace_const_cmp2(uint16_t left, uint16_t right);
void __sanitizer_cov_trace_const_cmp4(uint32_t left, uint32_t right);
void __sanitizer_cov_trace_const_cmp8(uint64_t left, uint64_t right);
void __sanitizer_cov_trace_cmpf(float left, float right);
void __sanitizer_cov_trace_cmpd(double left, double right);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *ways);

/* ---- counting ---- */

static struct blocks_site *blocks_find_site(uintptr_t address)
{
	if (address - blocks.start >= blocks.end - blocks.start)
		return NULL;
	uint32_t number = blocks.number_at[address - blocks.start];
	if (!number)
		return NULL;
	struct blocks_site *site = &blocks.site[number];
	if (!site->group->listed)
		__retread_touch(site->group);
	return site;
}

void __sanitizer_cov_trace_pc(void)
{
	struct blocks_site *site =
		blocks_find_site((uintptr_t)__builtin_return_address(0));

	if (!site)
		return;
	++*site->counter;
	if (--__retread_fuel < 0)
		__retread_out_of_fuel();
}

void retread_charge(uintptr_t address, uint64_t bytes)
{
	struct blocks_site *site = blocks_find_site(address);

	if (site)
		*site->counter += bytes;
}

static void blocks_compare(
	uint64_t left, uint64_t right, uint32_t bytes, uintptr_t address)
{
	struct blocks_site *site = blocks_find_site(address);

	if (!site)
		return;
	uint64_t equal =
		8 * bytes + 1u - (uint64_t)__builtin_popcountll(left ^ right);
	if (equal > *site->counter)
		*site->counter = equal;
	if (__retread_logs)
		__retread_log_numbers(left, right, bytes, PERF_NUMBERS_EQUAL);
}

#define COMPARE(name, type)                                                    \
	void name(type left, type right)                                       \
	{                                                                      \
		blocks_compare(left, right, sizeof left,                       \
			(uintptr_t)__builtin_return_address(0));               \
	}
COMPARE(__sanitizer_cov_trace_cmp1, uint8_t)
COMPARE(__sanitizer_cov_trace_cmp2, uint16_t)
COMPARE(__sanitizer_cov_trace_cmp4, uint32_t)
COMPARE(__sanitizer_cov_trace_cmp8, uint64_t)
COMPARE(__sanitizer_cov_trace_const_cmp1, uint8_t)
COMPARE(__sanitizer_cov_trace_const_cmp2, uint16_t)
COMPARE(__sanitizer_cov_trace_const_cmp4, uint32_t)
COMPARE(__sanitizer_cov_trace_const_cmp8, uint64_t)

/* WAYS: how many, how many bits each, then the values. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *ways)
{
	for (uint64_t i = 0; i < ways[0]; i++)
		blocks_compare(value, ways[2 + i], (uint32_t)(ways[1] / 8),
			(uintptr_t)__builtin_return_address(0));
}

/* Bits of floating-point numbers are not a measure of how close they are. */
void __sanitizer_cov_trace_cmpf(float left, float right)
{
	(void)left;
	(void)right;
}

void __sanitizer_cov_trace_cmpd(double left, double right)
{
	(void)left;
	(void)right;
}

/* ---- what there is to count ---- */

static int blocks_find_code(
	struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	blocks.load_address = info->dlpi_addr;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + part->p_vaddr;
		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		if (!blocks.start)
			blocks.start = start;
		blocks.end = start + part->p_memsz;
	}
	return 1; /* the program comes first */
}

/* Those of wrap.c are there only if the program calls what they stand for. */
#define WRAPPED(name) extern char __wrap_##name[] __attribute__((weak));
RETREAD_TAKERS(WRAPPED)
RETREAD_BLOCK_FUNCTIONS(WRAPPED)
#undef WRAPPED

static bool is_one_of(uintptr_t called, const uintptr_t *all, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (called == all[i])
			return called != 0;
	return false;
}

static int blocks_kind_of(uintptr_t called)
{
#define ADDRESS(name) (uintptr_t) __wrap_##name,
	const uintptr_t takers[] = {RETREAD_TAKERS(ADDRESS)};
	const uintptr_t block_functions[] = {RETREAD_BLOCK_FUNCTIONS(ADDRESS)};
#undef ADDRESS
	const uintptr_t compares[] = {(uintptr_t)__sanitizer_cov_trace_cmp1,
		(uintptr_t)__sanitizer_cov_trace_cmp2,
		(uintptr_t)__sanitizer_cov_trace_cmp4,
		(uintptr_t)__sanitizer_cov_trace_cmp8,
		(uintptr_t)__sanitizer_cov_trace_const_cmp1,
		(uintptr_t)__sanitizer_cov_trace_const_cmp2,
		(uintptr_t)__sanitizer_cov_trace_const_cmp4,
		(uintptr_t)__sanitizer_cov_trace_const_cmp8,
		(uintptr_t)__sanitizer_cov_trace_switch};

	if (called == (uintptr_t)__sanitizer_cov_trace_pc)
		return PERF_EDGE;
	if (is_one_of(called, compares, sizeof compares / sizeof *compares))
		return PERF_COMPARISON;
	if (is_one_of(called, takers, sizeof takers / sizeof *takers))
		return PERF_ALLOCATION;
	if (is_one_of(called, block_functions,
		    sizeof block_functions / sizeof *block_functions))
		return PERF_BLOCK;
	return -1;
}

/* Calls EACH with the return address of every call of ours, in order. */
static void each_call(
	void (*each)(uintptr_t address, int kind, void *context), void *context)
{
	for (uintptr_t at = blocks.start; at + CALL_BYTES <= blocks.end; at++) {
		int32_t distance;
		if (*(const uint8_t *)at != CALL)
			continue;
		memcpy(&distance, (const void *)(at + 1), sizeof distance);
		uintptr_t next = at + CALL_BYTES;
		int kind = blocks_kind_of(next + (uintptr_t)(intptr_t)distance);
		if (kind >= 0)
			each(next, kind, context);
	}
}

static void count_call(uintptr_t address, int kind, void *context)
{
	(void)address;
	++((uint32_t *)context)[kind];
}

/* Counters of one kind stand together, blocks first, and a group holds one kind
 * only, so that each group's own blocks come first. */
struct layout {
	uint32_t count[PERF_KINDS];
	uint32_t first[PERF_KINDS], first_group[PERF_KINDS];
	uint32_t next[PERF_KINDS];
	uint64_t *counter;
	struct perf_place *place;
	struct perf_function *group;
	uint32_t sites, groups;
};

static void place_call(uintptr_t address, int kind, void *context)
{
	struct layout *layout = context;
	uint32_t at = layout->next[kind]++;
	struct perf_function *group =
		&layout->group[layout->first_group[kind] + at / GROUP_BLOCKS];
	uint32_t number = layout->first[kind] + at;

	if (!group->count) {
		group->counter = &layout->counter[number];
		group->place = &layout->place[number];
	}
	group->count++;
	group->edges += kind == PERF_EDGE;
	layout->place[number].function = layout->place[number].linkage = "";
	layout->place[number].file = layout->place[number].lines = "";
	layout->place[number].column =
		(uint32_t)(address - CALL_BYTES - blocks.load_address);
	layout->place[number].kind = (uint32_t)kind;
	blocks.site[number + 1].counter = &layout->counter[number];
	blocks.site[number + 1].group = group;
	blocks.number_at[address - blocks.start] = number + 1;
}

static void blocks_lay_out(struct layout *layout)
{
	for (int kind = 0; kind < PERF_KINDS; kind++) {
		layout->first[kind] = layout->sites;
		layout->first_group[kind] = layout->groups;
		layout->sites += layout->count[kind];
		layout->groups +=
			(layout->count[kind] + GROUP_BLOCKS - 1) / GROUP_BLOCKS;
	}
}

static bool blocks_reserve(struct layout *layout)
{
	void *table = mmap(NULL,
		(blocks.end - blocks.start + 1) * sizeof *blocks.number_at,
		PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	layout->counter = calloc(layout->sites + 1, sizeof *layout->counter);
	layout->place = calloc(layout->sites + 1, sizeof *layout->place);
	layout->group = calloc(layout->groups + 1, sizeof *layout->group);
	blocks.site = calloc(layout->sites + 1, sizeof *blocks.site);
	blocks.number_at = table == MAP_FAILED ? NULL : table;
	return layout->counter && layout->place && layout->group &&
	       blocks.site && blocks.number_at;
}

__attribute__((constructor(101))) static void find_blocks(void)
{
	/* The counters in it live as long as the program. */
	static struct layout layout;

	dl_iterate_phdr(blocks_find_code, NULL);
	each_call(count_call, layout.count);
	blocks_lay_out(&layout);
	if (!blocks_reserve(&layout)) {
		blocks.end = blocks.start;
		return;
	}
	each_call(place_call, &layout);
	__retread_register(
		layout.group, layout.group + layout.groups, NULL, NULL);
	retread_counters.has_blocks = true;
}
