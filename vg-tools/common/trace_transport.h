/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shared by the two ways out of the process, file and ring. */
#ifndef RETREAD_VG_TOOLS_COMMON_TRACE_TRANSPORT_H
#define RETREAD_VG_TOOLS_COMMON_TRACE_TRANSPORT_H

#include "lib/format/trace_format.h"
#include "vg-tools/common/trace_output.h"

struct trace_header;

/* Each returns False when the output has ended, and has told the user why. */
struct trace_transport {
	Bool (*open)(const HChar *where, const struct trace_header *header);
	/* Room for a block head and records after it. */
	Bool (*begin)(struct trace_space *space);
	/* See trace_output_next_wish; NULL: nobody wishes. */
	Bool (*next_wish)(ULong *wish);
	/* BLOCK and its payload are complete. */
	Bool (*end)(struct trace_block *block);
	void (*close)(void);
	void (*forget)(void);
};

extern const struct trace_transport trace_output_file;
extern const struct trace_transport trace_output_ring;

#endif
