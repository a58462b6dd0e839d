/* SPDX-License-Identifier: GPL-2.0-or-later
 * Carries blocks of a trace out of the process: to a file, or through a ring
 * of shared memory to a reader that runs beside it. */
#ifndef RETREAD_VG_TOOLS_COMMON_TRACE_OUTPUT_H
#define RETREAD_VG_TOOLS_COMMON_TRACE_OUTPUT_H

#include "pub_tool_basics.h"

/* Where the records of the current block go. START is aligned to 8. */
struct trace_space {
	UChar *start;
	UChar *end;
};

/* Whether NAME is /dev/null or its like, into which any process may write. */
Bool trace_output_is_device(const HChar *name);

/* Opens the trace of this process: a ring in RING_DIRECTORY if that is not
 * NULL, else the file FILE_PATTERN (%p and the like are expanded), or a name
 * like it that no other trace of this process has. Tells the user why and
 * returns False if it cannot. */
Bool trace_output_open(const HChar *file_pattern, const HChar *ring_directory);

/* Begins a block whose first record has CLOCK. May wait for the reader. False:
 * the output has ended (the user has been told) and takes no more. */
Bool trace_output_begin_block(ULong clock, struct trace_space *space);

/* After so many blocks a wish takes effect. */
#define TRACE_OUTPUT_WISH_BLOCKS 8u

/* A wish of the reader (lib/format/trace_format.h) that takes effect with the block
 * that was begun. False: there is none left. */
Bool trace_output_next_wish(ULong *wish);

/* Whether a reader beside this process takes the trace: through a ring. */
Bool trace_output_is_live(void);

/* Ends the block; its records end at END. False as above. */
Bool trace_output_end_block(UChar *end);

/* Bytes of all ended blocks and the header. */
ULong trace_output_bytes(void);

void trace_output_close(void);

/* In a forked child: lets go of the parent's trace without touching it. */
void trace_output_forget(void);

#endif
