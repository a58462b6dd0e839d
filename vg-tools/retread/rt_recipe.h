/* SPDX-License-Identifier: GPL-2.0-or-later
 * How the address of a read is formed, derived from the IR of its superblock. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_RECIPE_H
#define RETREAD_VG_TOOLS_RETREAD_RT_RECIPE_H

#include "lib/format/trace_format.h"

#include "libvex.h"
#include "pub_tool_basics.h"

/* General registers, numbered as instructions encode them. */
#define RT_REGISTERS 16
#define RT_RAX	     0
#define RT_RDX	     2
#define RT_RSP	     4
#define RT_RBP	     5

struct rt_recipe {
	const IRSB *block;
	IRExpr **definition; /* by temporary: what it was assigned, or NULL */
	/* The temporary whose value a general register has, before the current
	 * instruction and after what was seen of it. */
	IRTemp before[RT_REGISTERS];
	IRTemp after[RT_REGISTERS];
	/* The same where the block begins, if it was read before it was set. */
	IRTemp start[RT_REGISTERS];
	UShort met; /* by bit: registers that were read or set */
};

void rt_recipe_init(struct rt_recipe *recipe, const IRSB *block);
/* Call for each statement in order. */
void rt_recipe_see(struct rt_recipe *recipe, const IRStmt *statement);
/* What X, a temporary, was assigned; NULL: it is not known, or X is none. */
const IRExpr *rt_recipe_definition(
	const struct rt_recipe *recipe, const IRExpr *x);
/* The number of the general register that GET reads whole, or -1. */
Int rt_recipe_register(const IRExpr *get);
/* That at OFFSET of the guest state, or -1. */
Int rt_recipe_register_at(Int offset);
/* Where it is in the guest state. */
Int rt_recipe_offset(UInt number);
/* Fills base, step_count, steps, index_scale and the flag INDEXED of SITE. */
void rt_recipe_describe(const struct rt_recipe *recipe, const IRExpr *address,
	struct trace_site *site);

#endif
