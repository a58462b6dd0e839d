/* SPDX-License-Identifier: GPL-2.0-or-later
 * How the address of a read is formed, derived from the IR of its superblock. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_RECIPE_H
#define RETREAD_VG_TOOLS_RETREAD_RT_RECIPE_H

#include "lib/format/trace_format.h"

#include "libvex.h"
#include "pub_tool_basics.h"

#define RT_REGISTERS 16

struct rt_recipe {
	const IRSB *block;
	IRExpr **definition; /* by temporary: what it was assigned, or NULL */
	/* The temporary whose value a general register has, before the current
	 * instruction and after what was seen of it. */
	IRTemp before[RT_REGISTERS];
	IRTemp after[RT_REGISTERS];
};

void rt_recipe_init(struct rt_recipe *recipe, const IRSB *block);
/* Call for each statement in order. */
void rt_recipe_see(struct rt_recipe *recipe, const IRStmt *statement);
/* Fills base, step_count, steps, index_scale and the flag INDEXED of SITE. */
void rt_recipe_describe(const struct rt_recipe *recipe, const IRExpr *address,
	struct trace_site *site);

#endif
