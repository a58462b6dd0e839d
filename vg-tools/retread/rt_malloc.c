/* SPDX-License-Identifier: GPL-2.0-or-later
 * Replaces the client's malloc and tells the trace about heap blocks. */
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_poolalloc.h"
#include "pub_tool_replacemalloc.h"

#define REDZONE_BYTES 16

struct rt_malloc_block {
	struct rt_node node;
	UInt kind;
	SizeT bytes;
};

/* So many are allocated at once. */
#define POOL_BLOCKS 1000

/* A block that is freed may have been copied into one of so many newer ones. */
#define RECENT_BLOCKS 8

static struct {
	VgHashTable *blocks; /* from malloc and its like */
	VgHashTable *pools;  /* pieces of pools, inside blocks or mappings */
	PoolAlloc *memory;   /* of what both hold */
	struct {
		Addr address; /* 0: none */
		SizeT bytes;
	} recent[RECENT_BLOCKS]; /* the last ones allocated */
	UInt next_recent;
	UInt serial; /* of the next block */
	/* Is called before realloc copies LENGTH bytes. */
	void (*moved)(ThreadId thread, Addr from, ULong length);
} heap;

static Int rt_malloc_compare_nodes(const void *a, const void *b)
{
	const struct rt_node *const *left = a, *const *right = b;

	return (Int)((*left)->serial - (*right)->serial);
}

struct rt_node **rt_malloc_in_order(VgHashTable *table, UInt *count)
{
	VgHashNode **nodes = VG_(HT_to_array)(table, count);

	if (nodes)
		VG_(ssort)(
			nodes, *count, sizeof *nodes, rt_malloc_compare_nodes);
	return (struct rt_node **)nodes;
}

static void record_alloc(const struct rt_malloc_block *block)
{
	struct trace_alloc *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | TRACE_ALLOC;
	record->kind = block->kind;
	record->address = block->node.address;
	record->size_bytes = block->bytes;
}

static void rt_malloc_add_block(
	VgHashTable *table, Addr address, SizeT bytes, UInt kind)
{
	struct rt_malloc_block *block = VG_(allocEltPA)(heap.memory);

	block->node.address = address;
	block->bytes = bytes;
	block->kind = kind;
	block->node.serial = heap.serial++;
	VG_(HT_add_node)(table, block);
	record_alloc(block);
	rt_shadow_allocate(address, bytes, rt_stamp_now());
}

static void record_realloc(Addr old_address, Addr address, SizeT bytes)
{
	struct trace_realloc *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | TRACE_REALLOC;
	record->reserved = 0;
	record->old_address = old_address;
	record->address = address;
	record->size_bytes = bytes;
}

/* A client may have made a guard of a page in a block. */
static Bool rt_malloc_is_readable(Addr address, SizeT bytes)
{
	return VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ);
}

/* Whether at least half of the COUNT words at OLD are in COPY, too. */
static Bool is_copied(const UInt *old, const UInt *copy, SizeT count)
{
	SizeT different = 0;

	for (SizeT i = 0; i < count && 2 * different <= count; i++)
		different += old[i] != copy[i];
	return 2 * different <= count;
}

/* Copied bytes keep the time at which they were written. */
static void copy_equal_words(Addr old_address, Addr address, SizeT count)
{
	const UInt *old = (const UInt *)old_address;
	const UInt *copy = (const UInt *)address;
	SizeT begin, end;

	for (begin = 0; begin < count; begin = end + 1) {
		for (end = begin; end < count && old[end] == copy[end]; end++)
			;
		if (end > begin)
			rt_shadow_copy(old_address + begin * sizeof *old,
				address + begin * sizeof *old,
				(end - begin) * sizeof *old);
	}
}

/* The block at OLD_ADDRESS is at ADDRESS, with BYTES, or gone: 0. */
static void change_recent(Addr old_address, Addr address, SizeT bytes)
{
	for (UInt i = 0; i < RECENT_BLOCKS; i++)
		if (heap.recent[i].address == old_address) {
			heap.recent[i].address = address;
			heap.recent[i].bytes = bytes;
		}
}

/* BLOCK, which is about to be freed, was copied into a larger block that
 * replaces it, as growing containers do: then that is the same object. The newest
 * one is asked first, and none that is older than BLOCK: what BLOCK itself was
 * copied from may be as equal. */
static void record_growth(const struct rt_malloc_block *block)
{
	SizeT count = block->bytes / sizeof(UInt);

	if (count == 0 || block->node.address % sizeof(UInt) != 0)
		return;
	for (UInt i = 1; i <= RECENT_BLOCKS; i++) {
		UInt at =
			(heap.next_recent + RECENT_BLOCKS - i) % RECENT_BLOCKS;
		Addr address = heap.recent[at].address;
		SizeT bytes = heap.recent[at].bytes;
		if (address == block->node.address)
			return;
		if (address == 0 || bytes <= block->bytes ||
			!rt_malloc_is_readable(
				block->node.address, block->bytes) ||
			!rt_malloc_is_readable(address, block->bytes) ||
			!is_copied((const UInt *)block->node.address,
				(const UInt *)address, count))
			continue;
		record_realloc(block->node.address, address, bytes);
		copy_equal_words(block->node.address, address, count);
		return;
	}
}

static void rt_malloc_end_block(struct rt_malloc_block *block)
{
	struct trace_free *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | TRACE_FREE;
	record->kind = block->kind;
	record->address = block->node.address;
	VG_(freeEltPA)(heap.memory, block);
}

static void *rt_malloc_allocate(SizeT alignment, SizeT bytes, UInt kind)
{
	void *address;

	/* A negative size, cast. */
	if ((SSizeT)bytes < 0)
		return NULL;
	address = VG_(cli_malloc)(alignment, bytes);
	if (!address)
		return NULL;
	if (kind == TRACE_ALLOC_CALLOC)
		VG_(memset)(address, 0, bytes);
	rt_malloc_add_block(heap.blocks, (Addr)address, bytes, kind);
	heap.recent[heap.next_recent].address = (Addr)address;
	heap.recent[heap.next_recent].bytes = bytes;
	heap.next_recent = (heap.next_recent + 1) % RECENT_BLOCKS;
	return address;
}

/* Where aligned memory is wanted, newer cores say twice how: as they round it, which
 * counts, and as the client asked for it. */
#ifdef MALLOC_SAYS_ASKED_ALIGNMENT
#define ASKED_ALIGNMENT , SizeT asked
#else
#define ASKED_ALIGNMENT
#endif

static void *rt_malloc(ThreadId thread, SizeT bytes)
{
	return rt_malloc_allocate(
		VG_(clo_alignment), bytes, TRACE_ALLOC_MALLOC);
}

static void *rt_new(ThreadId thread, SizeT bytes)
{
	return rt_malloc_allocate(VG_(clo_alignment), bytes, TRACE_ALLOC_NEW);
}

static void *rt_new_aligned(
	ThreadId thread, SizeT bytes, SizeT alignment ASKED_ALIGNMENT)
{
	return rt_malloc_allocate(alignment, bytes, TRACE_ALLOC_NEW);
}

static void *rt_new_array(ThreadId thread, SizeT bytes)
{
	return rt_malloc_allocate(
		VG_(clo_alignment), bytes, TRACE_ALLOC_NEW_ARRAY);
}

static void *rt_new_array_aligned(
	ThreadId thread, SizeT bytes, SizeT alignment ASKED_ALIGNMENT)
{
	return rt_malloc_allocate(alignment, bytes, TRACE_ALLOC_NEW_ARRAY);
}

static void *rt_memalign(
	ThreadId thread, SizeT alignment ASKED_ALIGNMENT, SizeT bytes)
{
	return rt_malloc_allocate(alignment, bytes, TRACE_ALLOC_MEMALIGN);
}

static void *rt_calloc(ThreadId thread, SizeT count, SizeT bytes)
{
	/* The preload has refused what overflows. */
	return rt_malloc_allocate(
		VG_(clo_alignment), count * bytes, TRACE_ALLOC_CALLOC);
}

static void rt_free(ThreadId thread, void *address)
{
	struct rt_malloc_block *block =
		VG_(HT_remove)(heap.blocks, (UWord)address);

	/* Not ours: the client's mistake, of which other tools tell. */
	if (!block)
		return;
	record_growth(block);
	change_recent(block->node.address, 0, 0);
	rt_malloc_end_block(block);
	VG_(cli_free)(address);
}

static void rt_free_aligned(ThreadId thread, void *address, SizeT alignment)
{
	rt_free(thread, address);
}

/* BLOCK is at ADDRESS with BYTES from now on; its bytes keep their stamps,
 * what it gained is fresh. */
static void change_block(VgHashTable *table, struct rt_malloc_block *block,
	Addr address, SizeT bytes)
{
	SizeT kept = bytes < block->bytes ? bytes : block->bytes;
	Addr old_address = block->node.address;

	block->node.address = address;
	block->bytes = bytes;
	VG_(HT_add_node)(table, block);
	record_realloc(old_address, address, bytes);
	if (address != old_address)
		rt_shadow_copy(old_address, address, kept);
	rt_shadow_allocate(address + kept, bytes - kept, rt_stamp_now());
}

static void *rt_realloc(ThreadId thread, void *old, SizeT bytes)
{
	struct rt_malloc_block *block;
	void *address = old;

	if (!old)
		return rt_malloc(thread, bytes);
	if (bytes == 0) {
		/* As glibc does; what the newer preloads do themselves. */
		rt_free(thread, old);
		return NULL;
	}
	if ((SSizeT)bytes < 0)
		return NULL;
	block = VG_(HT_remove)(heap.blocks, (UWord)old);
	if (!block)
		return NULL;
	if (bytes > VG_(cli_malloc_usable_size)(old)) {
		address = VG_(cli_malloc)(VG_(clo_alignment), bytes);
		if (!address) {
			VG_(HT_add_node)(heap.blocks, block);
			return NULL;
		}
		VG_(memcpy)(address, old, block->bytes);
		heap.moved(thread, (Addr)old, block->bytes);
	}
	change_recent((Addr)old, (Addr)address, bytes);
	change_block(heap.blocks, block, (Addr)address, bytes);
	if (address != old)
		VG_(cli_free)(old);
	return address;
}

static SizeT rt_usable_size(ThreadId thread, void *address)
{
	return VG_(HT_lookup)(heap.blocks, (UWord)address)
		       ? VG_(cli_malloc_usable_size)(address)
		       : 0;
}

Bool rt_malloc_find_block(Addr address, Addr *first, Addr *last)
{
	const struct rt_malloc_block *block;

	VG_(HT_ResetIter)(heap.blocks);
	while ((block = VG_(HT_Next)(heap.blocks))) {
		if (address - block->node.address >= block->bytes)
			continue;
		*first = block->node.address;
		*last = block->node.address + block->bytes - 1;
		return True;
	}
	return False;
}

void rt_malloc_pool_block(Addr address, SizeT bytes)
{
	rt_malloc_pool_free(address);
	rt_malloc_add_block(heap.pools, address, bytes, TRACE_ALLOC_POOL);
}

void rt_malloc_pool_free(Addr address)
{
	struct rt_malloc_block *block = VG_(HT_remove)(heap.pools, address);

	if (block)
		rt_malloc_end_block(block);
}

void rt_malloc_pool_resize(Addr old_address, Addr address, SizeT bytes)
{
	struct rt_malloc_block *block = VG_(HT_remove)(heap.pools, old_address);

	if (block)
		change_block(heap.pools, block, address, bytes);
}

static void record_table(VgHashTable *table)
{
	UInt count, i;
	struct rt_node **blocks = rt_malloc_in_order(table, &count);

	for (i = 0; i < count; i++)
		record_alloc((const struct rt_malloc_block *)blocks[i]);
	VG_(free)(blocks);
}

void rt_malloc_record_all(void)
{
	record_table(heap.blocks);
	record_table(heap.pools);
}

void rt_malloc_start(void (*moved)(ThreadId thread, Addr from, ULong length))
{
	heap.moved = moved;
	heap.blocks = VG_(HT_construct)("retread.blocks");
	heap.pools = VG_(HT_construct)("retread.pools");
	heap.memory = VG_(newPA)(sizeof(struct rt_malloc_block), POOL_BLOCKS,
		VG_(malloc), "retread.block", VG_(free));
	VG_(needs_malloc_replacement)
	(rt_malloc, rt_new, rt_new_aligned, rt_new_array, rt_new_array_aligned,
		rt_memalign, rt_calloc, rt_free, rt_free, rt_free_aligned,
		rt_free, rt_free_aligned, rt_realloc, rt_usable_size,
		REDZONE_BYTES);
}
