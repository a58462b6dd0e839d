/* SPDX-License-Identifier: MIT
 * Writes a trace file: keeps a live trace, builds traces for tests.
 *
 * The file appears under its name only when it is finished. */
#ifndef RETREAD_LIB_TRACE_WRITER_H
#define RETREAD_LIB_TRACE_WRITER_H

#include "lib/format/trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct trace_writer;

/* Begins a trace at PATH of the process that PROCESS describes: its magic,
 * version, sizes and checksum are filled in here. ZSTD_LEVEL 1 to 19 compresses
 * (1 to 3 keep up with a recording), 0 does not. NULL: ERR says why. */
struct trace_writer *trace_writer_open(const char *path,
	const struct trace_header *process, int zstd_level, struct error *err);

/* Has a thread of its own compress and write what is appended from now on, while the
 * caller goes on; what fails then is told by one of the calls that follow. False: there
 * can be no such thread. */
bool trace_writer_beside(struct trace_writer *writer);

/* Appends SIZE bytes of RECORDS as a block that begins at CLOCK. After a
 * failure the writer can only be freed. */
int trace_writer_append(struct trace_writer *writer, const void *records,
	size_t size, uint64_t clock, struct error *err);

/* Completes the file and gives it its name. */
int trace_writer_finish(struct trace_writer *writer, struct error *err);

/* Frees the writer; an unfinished file is removed. NULL is fine. */
void trace_writer_free(struct trace_writer *writer);

#endif
