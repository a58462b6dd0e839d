/* SPDX-License-Identifier: GPL-2.0-or-later
 * Writes the blocks of a trace to a file. */
#include "vg-tools/common/syscalls.h"
#include "vg-tools/common/trace_output_internal.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#define BUFFER_BYTES (1024 * 1024)

static struct {
	Int fd;
	HChar *name;
	UChar *buffer; /* kept from one trace to the next */
} file = {.fd = -1};

static Bool write_all(const void *data, SizeT bytes)
{
	const UChar *next = data;

	while (bytes > 0) {
		Int written = VG_(write)(file.fd, next, bytes);
		if (written == -VKI_EINTR || written == -VKI_EAGAIN)
			continue;
		if (written <= 0) {
			VG_(umsg)
			("%s: cannot write the trace (error %d); recording "
			 "stops, the program runs on.\n",
				file.name, -written);
			return False;
		}
		next += written;
		bytes -= written;
	}
	return True;
}

/* The name for a trace: PATTERN expanded; a forked child whose pattern has no
 * %p, and a second trace of one process, get a suffix of their own. */
static HChar *name_file(const HChar *pattern, UInt suffix)
{
	HChar *name = VG_(expand_file_name)("--trace-file", pattern);
	Bool is_taken = file.name && VG_(strcmp)(file.name, name) == 0;
	HChar *longer;

	if (suffix == 0 && !is_taken)
		return name;
	longer = VG_(malloc)("retread.file.name", VG_(strlen)(name) + 32);
	if (suffix)
		VG_(sprintf)
	(longer, "%s.%d.%u", name, VG_(getpid)(), suffix);
	else VG_(sprintf)(longer, "%s.%d", name, VG_(getpid)());
	VG_(free)(name);
	return longer;
}

static void file_close(void)
{
	if (file.fd >= 0)
		VG_(close)(file.fd);
	file.fd = -1;
}

static Bool file_open(
	const HChar *where, UInt suffix, const struct trace_header *header)
{
	HChar *name = name_file(where, suffix);
	SysRes opened =
		VG_(open)(name, VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC, 0644);

	VG_(free)(file.name);
	file.name = name;
	if (sr_isError(opened)) {
		VG_(umsg)
		("%s: cannot create the trace file (error %lu); nothing is "
		 "recorded.\n",
			name, sr_Err(opened));
		return False;
	}
	file.fd = VG_(safe_fd)(sr_Res(opened));
	if (file.buffer == NULL)
		file.buffer = VG_(am_shadow_alloc)(BUFFER_BYTES);
	if (file.buffer == NULL || !write_all(header, sizeof *header)) {
		file_close();
		return False;
	}
	return True;
}

static Bool file_begin(struct trace_room *room)
{
	room->start = file.buffer;
	room->end = file.buffer + BUFFER_BYTES;
	return True;
}

static Bool file_end(struct trace_block *block)
{
	block->reserved = 0;
	block->checksum = trace_checksum(block + 1, block->payload_bytes);
	block->head_checksum = trace_checksum(
		block, sizeof *block - sizeof block->head_checksum);
	return write_all(block, sizeof *block + block->payload_bytes);
}

const struct trace_transport trace_output_file = {
	file_open, file_begin, file_end, file_close, file_close};
