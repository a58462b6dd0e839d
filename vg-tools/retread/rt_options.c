/* SPDX-License-Identifier: GPL-2.0-or-later
 * Options of the tool `retread`, with their defaults, and whether it rests. */
#include "vg-tools/retread/rt_parts.h"

struct rt_options clo_retread = {
	.trace_file = "retread.out.%p",
	.clock_limit = TRACE_CLOCK_LIMIT,
	.fold = True,
};

Bool rt_rests;
