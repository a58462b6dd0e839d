/* SPDX-License-Identifier: GPL-2.0-or-later
 * Frames a trace: the header that describes the process, and block heads. */
#include "vg-tools/common/trace_transport.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

static struct {
	const struct trace_transport *transport; /* NULL: not open */
	struct trace_block *block;		 /* the one begun, or NULL */
	UInt sequence;
	ULong bytes;
} output;

static void trace_output_add_word(
	struct trace_header *header, const HChar *word)
{
	SizeT capacity = sizeof header->command - header->command_bytes;
	SizeT length = VG_(strlen)(word) + 1;

	if (length > capacity)
		length = capacity;
	VG_(memcpy)(header->command + header->command_bytes, word, length);
	header->command_bytes += length;
}

static void describe_process(struct trace_header *header)
{
	struct vki_timeval now;
	Word i;

	VG_(memset)(header, 0, sizeof *header);
	VG_(memcpy)(header->magic, TRACE_MAGIC, sizeof header->magic);
	header->version = TRACE_VERSION;
	header->header_bytes = TRACE_HEADER_BYTES;
	header->word_bytes = sizeof(Addr);
	header->pid = VG_(getpid)();
	header->parent_pid = VG_(getppid)();
	VG_(gettimeofday)(&now, NULL);
	header->started_unix_ms = now.tv_sec * 1000ull + now.tv_usec / 1000;
	if (VG_(args_the_exename))
		trace_output_add_word(header, VG_(args_the_exename));
	for (i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
		trace_output_add_word(header,
			*(HChar **)VG_(indexXA)(VG_(args_for_client), i));
	/* A command line that was cut still ends in a NUL. */
	if (header->command_bytes == sizeof header->command)
		header->command[sizeof header->command - 1] = '\0';
	header->checksum = trace_checksum(
		header, sizeof *header - sizeof header->checksum);
}

Bool trace_output_open(const HChar *file_pattern, const HChar *ring_directory)
{
	static struct trace_header header;
	const struct trace_transport *transport =
		ring_directory ? &trace_output_ring : &trace_output_file;

	describe_process(&header);
	output.block = NULL;
	output.sequence = 0;
	output.bytes = TRACE_HEADER_BYTES;
	output.transport = NULL;
	if (!transport->open(
		    ring_directory ? ring_directory : file_pattern, &header))
		return False;
	output.transport = transport;
	return True;
}

Bool trace_output_begin_block(ULong clock, struct trace_space *space)
{
	if (!output.transport)
		return False;
	if (!output.transport->begin(space)) {
		trace_output_close();
		return False;
	}
	output.block = (struct trace_block *)space->start;
	/* Written now too: a reader may see the block of a process that died. */
	output.block->magic = TRACE_BLOCK_MAGIC;
	output.block->sequence = output.sequence;
	output.block->clock = clock;
	space->start += sizeof *output.block;
	return True;
}

Bool trace_output_is_live(void)
{
	return output.transport && output.transport->next_wish;
}

Bool trace_output_next_wish(ULong *wish)
{
	return trace_output_is_live() && output.transport->next_wish(wish);
}

Bool trace_output_end_block(UChar *end)
{
	struct trace_block *block = output.block;

	if (!output.transport || !block)
		return False;
	output.block = NULL;
	block->payload_bytes = end - (UChar *)(block + 1);
	output.sequence++;
	output.bytes += sizeof *block + block->payload_bytes;
	if (output.transport->end(block))
		return True;
	trace_output_close();
	return False;
}

ULong trace_output_bytes(void)
{
	return output.bytes;
}

void trace_output_close(void)
{
	if (output.transport)
		output.transport->close();
	output.transport = NULL;
	output.block = NULL;
}

void trace_output_forget(void)
{
	if (output.transport)
		output.transport->forget();
	output.transport = NULL;
	output.block = NULL;
}
