/* SPDX-License-Identifier: GPL-2.0-or-later
 * Answers client requests: our own (retread.h) and those for custom pools. */
#include "vg-tools/common/client_text.h"
#include "vg-tools/retread/include/retread.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define NAME_BYTES 4096

/* A pool and the pieces that were allocated from it. */
struct pool {
	struct pool *next; /* the first two fields as VgHashNode */
	UWord address;
	VgHashTable *pieces; /* of struct rt_node */
	UInt serial;	     /* of the next one */
};

static VgHashTable *pools;

static void rt_requests_record_test(Addr name)
{
	static HChar text[NAME_BYTES];

	client_text_copy(text, NAME_BYTES, name);
	rt_output_append_text(TRACE_TEST, text);
}

static void create_pool(Addr address)
{
	struct pool *pool;

	if (!pools)
		pools = VG_(HT_construct)("retread.pools");
	if (VG_(HT_lookup)(pools, address))
		return;
	pool = VG_(malloc)("retread.pool", sizeof *pool);
	pool->address = address;
	pool->serial = 0;
	pool->pieces = VG_(HT_construct)("retread.pool.pieces");
	VG_(HT_add_node)(pools, pool);
}

static struct pool *find_pool(Addr address)
{
	return pools ? VG_(HT_lookup)(pools, address) : NULL;
}

static void add_piece(struct pool *pool, Addr address, SizeT bytes)
{
	struct rt_node *piece = VG_(malloc)("retread.piece", sizeof *piece);

	piece->address = address;
	piece->serial = pool->serial++;
	VG_(HT_add_node)(pool->pieces, piece);
	rt_malloc_pool_block(address, bytes);
}

static void free_piece(struct pool *pool, Addr address)
{
	VG_(free)(VG_(HT_remove)(pool->pieces, address));
	rt_malloc_pool_free(address);
}

/* Frees the pieces of POOL that do not begin in START, BYTES, oldest first. */
static void trim_pool(struct pool *pool, Addr start, SizeT bytes)
{
	UInt count, i;
	struct rt_node **pieces = rt_malloc_in_order(pool->pieces, &count);

	for (i = 0; i < count; i++)
		if (pieces[i]->address - start >= bytes)
			free_piece(pool, pieces[i]->address);
	VG_(free)(pieces);
}

static void destroy_pool(Addr address)
{
	struct pool *pool = find_pool(address);

	if (!pool)
		return;
	trim_pool(pool, 0, 0);
	VG_(HT_remove)(pools, address);
	VG_(HT_destruct)(pool->pieces, VG_(free));
	VG_(free)(pool);
}

static void move_pool(Addr from, Addr to)
{
	struct pool *pool = pools ? VG_(HT_remove)(pools, from) : NULL;

	if (!pool)
		return;
	pool->address = to;
	VG_(HT_add_node)(pools, pool);
}

static void change_piece(struct pool *pool, Addr from, Addr to, SizeT bytes)
{
	struct rt_node *piece = VG_(HT_remove)(pool->pieces, from);

	if (!piece)
		return;
	piece->address = to;
	VG_(HT_add_node)(pool->pieces, piece);
	rt_malloc_pool_resize(from, to, bytes);
}

static Bool handle_pool(UWord *argument, UWord *result)
{
	struct pool *pool = find_pool(argument[1]);

	switch (argument[0]) {
	case VG_USERREQ__CREATE_MEMPOOL:
		create_pool(argument[1]);
		return True;
	case VG_USERREQ__DESTROY_MEMPOOL:
		destroy_pool(argument[1]);
		return True;
	case VG_USERREQ__MEMPOOL_ALLOC:
		if (pool)
			add_piece(pool, argument[2], argument[3]);
		return True;
	case VG_USERREQ__MEMPOOL_FREE:
		if (pool)
			free_piece(pool, argument[2]);
		return True;
	case VG_USERREQ__MEMPOOL_TRIM:
		if (pool)
			trim_pool(pool, argument[2], argument[3]);
		return True;
	case VG_USERREQ__MOVE_MEMPOOL:
		move_pool(argument[1], argument[2]);
		return True;
	case VG_USERREQ__MEMPOOL_CHANGE:
		if (pool)
			change_piece(
				pool, argument[2], argument[3], argument[4]);
		return True;
	case VG_USERREQ__MEMPOOL_EXISTS:
		*result = pool != NULL;
		return True;
	}
	return False;
}

Bool rt_requests_handle(ThreadId thread, UWord *argument, UWord *result)
{
	*result = 0;
	switch (argument[0]) {
	case RETREAD_REQUEST_TEST_BEGIN:
		rt_requests_record_test(argument[1]);
		return True;
	case RETREAD_REQUEST_TEST_END:
		rt_requests_record_test(0);
		return True;
	case RETREAD_REQUEST_RECORD_OFF:
	case RETREAD_REQUEST_RECORD_ON:
		rt_output_switch(argument[0] == RETREAD_REQUEST_RECORD_ON);
		return True;
	case RETREAD_REQUEST_DEPTH:
		*result = rt_stack_depth();
		return True;
	case VG_USERREQ__MALLOCLIKE_BLOCK:
		rt_malloc_pool_block(argument[1], argument[2]);
		return True;
	case VG_USERREQ__RESIZEINPLACE_BLOCK:
		rt_malloc_pool_resize(argument[1], argument[1], argument[3]);
		return True;
	case VG_USERREQ__FREELIKE_BLOCK:
		rt_malloc_pool_free(argument[1]);
		return True;
	}
	return handle_pool(argument, result);
}
