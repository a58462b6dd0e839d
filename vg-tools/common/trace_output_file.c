/* SPDX-License-Identifier: GPL-2.0-or-later
 * Writes the blocks of a trace to a file. */
#include "vg-tools/common/core.h"
#include "vg-tools/common/trace_transport.h"

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

static Bool trace_output_file_write_all(const void *data, SizeT bytes)
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

/* Whether NAME is a trace of this very process: of the program it ran before
 * exec, or, in a forked child, of its parent. */
static Bool is_taken(const HChar *name)
{
	struct trace_header header;
	SysRes opened;
	Bool is_ours;

	if (file.name && VG_(strcmp)(file.name, name) == 0)
		return True;
	opened = VG_(open)(name, VKI_O_RDONLY, 0);
	if (sr_isError(opened))
		return False;
	is_ours = VG_(read)(sr_Res(opened), &header, sizeof header) ==
			  sizeof header &&
		  VG_(memcmp)(header.magic, TRACE_MAGIC, sizeof header.magic) ==
			  0 &&
		  header.pid == (UInt)VG_(getpid)();
	VG_(close)(sr_Res(opened));
	return is_ours;
}

Bool trace_output_is_device(const HChar *name)
{
	struct vg_stat status;

	return !sr_isError(VG_(stat)(name, &status)) &&
	       VKI_S_ISCHR(status.mode);
}

/* PATTERN expanded, with the pid and a number after it if there is no other
 * way to a name that is not taken. */
static HChar *name_file(const HChar *pattern)
{
	HChar *name = VG_(expand_file_name)("--trace-file", pattern);
	HChar *longer;
	UInt n = 1;

	if (trace_output_is_device(name) || !is_taken(name))
		return name;
	longer = VG_(malloc)("retread.file.name", VG_(strlen)(name) + 32);
	VG_(sprintf)(longer, "%s.%d", name, VG_(getpid)());
	while (is_taken(longer))
		VG_(sprintf)(longer, "%s.%d.%u", name, VG_(getpid)(), n++);
	VG_(free)(name);
	return longer;
}

static void file_forget(void)
{
	if (file.fd >= 0)
		VG_(close)(file.fd);
	file.fd = -1;
}

static void file_close(void)
{
	if (file.fd >= 0 && VG_(clo_verbosity) > 0)
		VG_(umsg)
	("To see what the trace shows: retread report %s\n", file.name);
	file_forget();
}

static Bool file_open(const HChar *where, const struct trace_header *header)
{
	HChar *name = name_file(where);
	SysRes opened =
		core_open(name, VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC, 0644);

	VG_(free)(file.name);
	file.name = name;
	if (sr_isError(opened)) {
		VG_(umsg)
		("%s: cannot create the trace file (error %lu); nothing is "
		 "recorded.\n",
			name, sr_Err(opened));
		return False;
	}
	file.fd = sr_Res(opened);
	if (!file.buffer)
		file.buffer = core_allocate(BUFFER_BYTES);
	if (!file.buffer ||
		!trace_output_file_write_all(header, sizeof *header)) {
		file_forget();
		return False;
	}
	return True;
}

static Bool file_begin(struct trace_space *space)
{
	space->start = file.buffer;
	space->end = file.buffer + BUFFER_BYTES;
	return True;
}

static Bool file_end(struct trace_block *block)
{
	block->reserved = 0;
	block->checksum = trace_checksum(block + 1, block->payload_bytes);
	block->head_checksum = trace_checksum(
		block, sizeof *block - sizeof block->head_checksum);
	return trace_output_file_write_all(
		block, sizeof *block + block->payload_bytes);
}

const struct trace_transport trace_output_file = {
	file_open, file_begin, NULL, file_end, file_close, file_forget};
