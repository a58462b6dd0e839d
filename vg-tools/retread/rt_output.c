/* SPDX-License-Identifier: GPL-2.0-or-later
 * Keeps the record stream: room for records, the clock, limits and the end. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "vg-tools/common/trace_output.h"

#define SCRATCH_BYTES (256 * 1024)
/* Clocks that calls which are taken back may take of a block. */
#define SKIPPED_MAX (TRACE_SKIP_CLOCKS_MAX / 2)
/* At the end of every block, for the record that says why it is the last. */
#define FAREWELL_BYTES sizeof(struct trace_lost)

struct rt_hot rt_hot;

enum mode {
	MODE_ON,
	MODE_OFF,    /* the client said so: reads are taken back */
	MODE_STOPPED /* for good: everything goes to scratch memory */
};

static struct {
	enum mode mode;
	Bool is_limited; /* stopped by --max-trace: EXIT may still be written */
	UChar *start;	 /* of the records in the current block */
	UChar *limit;	 /* rt_hot.limit when it is not forced to 0 */
	UChar *kept;	 /* MODE_OFF: end of what stays */
	UChar *scratch;
	ULong clock_bias; /* clock = (ptr >> 3) + clock_bias */
	UInt block;	  /* counts blocks */
	Bool is_live;	  /* an analyzer takes them */
	UInt skipped; /* clocks in the current one: see rt_output_take_call */
	struct trace_skip *skip; /* the last one */
	ULong base;		 /* stamps count from here */
	struct trace_exit *exit;
	ULong start_clock; /* at START */
	const struct rt_output_hooks *hooks;
} stream;

static ULong clock_now(void)
{
	return ((Addr)rt_hot.ptr >> 3) + stream.clock_bias;
}

/* Continues the stream, which is at CLOCK, at START. */
static void rt_output_place(UChar *start, UChar *end, ULong clock)
{
	rt_hot.ptr = start;
	stream.start = start;
	stream.kept = start;
	stream.limit = end - RT_RESERVE_BYTES;
	stream.clock_bias = clock - ((Addr)start >> 3);
	rt_hot.stamp_bias = (UInt)(stream.clock_bias - stream.base)
			    << TRACE_STAMP_SHIFT;
	rt_hot.limit = stream.mode == MODE_OFF ? NULL : stream.limit;
}

static void rt_output_stop(ULong clock)
{
	stream.mode = MODE_STOPPED;
	if (!stream.scratch)
		stream.scratch = core_allocate(SCRATCH_BYTES);
	if (!stream.scratch)
		VG_(tool_panic)("out of memory for the trace buffer");
	rt_output_place(stream.scratch, stream.scratch + SCRATCH_BYTES, clock);
}

/* Whether a block more that is worth its head fits below --max-trace. */
static Bool rt_output_fits(ULong bytes)
{
	return clo_retread.max_trace_bytes == 0 ||
	       bytes + 2 * RT_RESERVE_BYTES <=
		       (ULong)clo_retread.max_trace_bytes;
}

static void rt_output_begin_block(ULong clock)
{
	struct trace_space space;
	ULong left;

	if (!trace_output_begin_block(clock, &space)) {
		rt_output_stop(clock);
		return;
	}
	space.end -= FAREWELL_BYTES;
	if (clo_retread.max_trace_bytes != 0) {
		left = (ULong)clo_retread.max_trace_bytes -
		       trace_output_bytes();
		if (left < (ULong)(space.end - space.start))
			space.end = space.start + left;
	}
	rt_output_place(space.start, space.end, clock);
	stream.start_clock = clock;
	stream.block++;
	stream.skipped = 0;
	stream.skip = NULL;
	stream.is_live = trace_output_is_live();
	stream.hooks->take_wishes();
}

static void append_lost(UInt reason)
{
	struct trace_lost *lost = (struct trace_lost *)rt_hot.ptr;

	rt_hot.ptr += sizeof *lost;
	lost->tag = TRACE_TAG_BASE | TRACE_LOST;
	lost->reason = reason;
}

/* Stamps are 30 bits of clock: before they run out, all of them move. */
static void rt_output_rebase(ULong clock)
{
	ULong delta = clock - stream.base - clo_retread.clock_limit / 2;
	struct trace_rebase *record;

	stream.base += delta;
	rt_hot.stamp_bias = (UInt)(stream.clock_bias - stream.base)
			    << TRACE_STAMP_SHIFT;
	stream.hooks->rebase((UInt)delta << TRACE_STAMP_SHIFT);
	record = rt_output_append(sizeof *record);
	record->tag = TRACE_TAG_BASE | TRACE_REBASE;
	record->reserved = 0;
	record->base = stream.base;
}

static void rebase_if_due(void)
{
	ULong clock = clock_now();

	/* A block is at most 1 MiB, that is 2^17 units, and SKIPPED_MAX. */
	if (clock - stream.base + (1u << 20) >= (ULong)clo_retread.clock_limit)
		rt_output_rebase(clock);
}

static Bool rt_output_end_block(void)
{
	UChar *end = rt_hot.ptr;

	if (stream.is_live && clo_retread.fold)
		end = rt_fold_block(stream.start, end, stream.start_clock);
	return trace_output_end_block(end);
}

/* Ends the block and begins the next, GAP units of clock later. */
static void rt_output_flush(ULong gap)
{
	Bool is_last = False;

	if (stream.mode == MODE_STOPPED) {
		rt_output_place(stream.scratch, stream.scratch + SCRATCH_BYTES,
			clock_now());
	} else {
		is_last = !rt_output_fits(
			trace_output_bytes() + (rt_hot.ptr - stream.start));
		if (is_last)
			append_lost(TRACE_LOST_LIMIT);
		if (!rt_output_end_block()) {
			rt_output_stop(clock_now() + gap);
		} else if (is_last) {
			stream.is_limited = True;
			rt_output_stop(clock_now() + gap);
		} else {
			rt_output_begin_block(clock_now() + gap);
		}
	}
	rebase_if_due();
}

/* Takes back the reads that translated code has appended while off. */
static void take_back(void)
{
	if (rt_hot.ptr == stream.kept)
		return;
	/* A ring's reader takes zeroes for the end. */
	VG_(memset)(stream.kept, 0, rt_hot.ptr - stream.kept + 32);
	rt_hot.ptr = stream.kept;
}

void rt_output_reserve(void)
{
	if (stream.mode == MODE_OFF) {
		take_back();
		return;
	}
	rt_output_flush(0);
}

void *rt_output_append(UInt bytes)
{
	UChar *record;

	if (stream.mode == MODE_OFF)
		take_back();
	if (UNLIKELY(rt_hot.ptr + bytes > stream.limit))
		rt_output_flush(0);
	record = rt_hot.ptr;
	/* Still a valid place to write to, but it leads nowhere. */
	if (UNLIKELY(stream.mode == MODE_STOPPED))
		return record;
	rt_hot.ptr += bytes;
	stream.kept = rt_hot.ptr;
	return record;
}

void rt_output_note_call(struct rt_call *call, struct trace_call *record)
{
	call->record = stream.is_live && stream.mode == MODE_ON
			       ? (UChar *)record
			       : NULL;
	call->end = (UChar *)(record + 1);
	call->block = stream.block;
	call->calls = 0;
}

/* The stream goes on at PLACE, at the clock that it has. What was after is zero
 * again: so a ring's reader knows where a recorder that died has ended. */
static void go_back(UChar *place)
{
	ULong bytes = rt_hot.ptr - place;
	ULong *word;

	/* Few: a call, a return, the place of a read. */
	for (word = (ULong *)place;
		(UChar *)word < rt_hot.ptr + TRACE_READ_VALUE_BYTES; word++)
		*word = 0;
	stream.skipped += bytes / 8;
	stream.clock_bias += bytes / 8;
	rt_hot.stamp_bias += (UInt)(bytes / 8) << TRACE_STAMP_SHIFT;
	rt_hot.ptr = stream.kept = place;
}

Bool rt_output_take_call(const struct rt_call *call, UInt start)
{
	ULong clocks = (rt_stamp_now() - start) >> TRACE_STAMP_SHIFT;
	struct trace_skip *skip = stream.skip;

	if (!call->record || call->end != rt_hot.ptr ||
		call->block != stream.block || stream.mode != MODE_ON ||
		stream.skipped >= SKIPPED_MAX)
		return False;
	clocks += sizeof(struct trace_call) / 8;
	if (skip && (UChar *)(skip + 1) == call->record) {
		go_back(call->record);
	} else {
		skip = stream.skip = (struct trace_skip *)call->record;
		go_back((UChar *)(skip + 1));
		skip->tag = TRACE_TAG_BASE | TRACE_SKIP;
		skip->calls = 0;
		skip->clocks = -(ULong)(sizeof *skip / 8);
	}
	skip->calls += call->calls + 1;
	skip->clocks += clocks;
	return True;
}

void rt_output_append_text(UInt type, const HChar *text)
{
	UInt text_bytes = VG_ROUNDUP(VG_(strlen)(text) + 1, 8);
	struct trace_text *record =
		rt_output_append(sizeof *record + text_bytes);

	record->tag = TRACE_TAG_BASE | type;
	record->record_bytes = sizeof *record + text_bytes;
	VG_(memset)(record->text, 0, text_bytes);
	VG_(strcpy)(record->text, text);
}

void rt_output_switch(Bool on)
{
	if (stream.mode == (on ? MODE_OFF : MODE_ON)) {
		take_back();
		if (on) {
			/* While off the clock went back again and again;
			 * what was stamped meanwhile must be in the past. */
			rt_output_flush(RT_RESERVE_BYTES / 8);
			if (stream.mode == MODE_STOPPED)
				return;
			append_lost(TRACE_LOST_ON);
			stream.mode = MODE_ON;
			rt_hot.limit = stream.limit;
		} else {
			append_lost(TRACE_LOST_OFF);
			stream.mode = MODE_OFF;
			rt_hot.limit = NULL;
		}
		stream.kept = rt_hot.ptr;
	}
}

static void rt_output_open_stream(ULong clock)
{
	stream.exit = NULL;
	stream.is_limited = False;
	rt_fold_forget();
	if (rt_rests || !trace_output_open(clo_retread.trace_file,
				clo_retread.ring_directory)) {
		rt_output_stop(clock);
		return;
	}
	if (stream.mode == MODE_STOPPED)
		stream.mode = MODE_ON;
	rt_output_begin_block(clock);
}

void rt_output_start(const struct rt_output_hooks *hooks)
{
	stream.hooks = hooks;
	/* 0 is the stamp of what was never written. */
	rt_output_open_stream(1);
}

void rt_output_abandon(void)
{
	trace_output_forget();
	stream.hooks->forget_wishes();
	stream.exit = NULL;
	stream.is_limited = False;
	rt_output_stop(clock_now());
}

void rt_output_restart(Bool is_child)
{
	ULong clock = clock_now();
	struct trace_rebase *record;

	trace_output_forget();
	stream.hooks->forget_wishes();
	rt_output_open_stream(clock);
	if (stream.base != 0) {
		record = rt_output_append(sizeof *record);
		record->tag = TRACE_TAG_BASE | TRACE_REBASE;
		record->reserved = 0;
		record->base = stream.base;
	}
	stream.hooks->record_all(is_child);
}

#define EXIT_STATUS 0xff /* all that a parent gets of what a program returns */

void rt_output_exit(Int exit_code, Int signal)
{
	struct trace_exit *record;

	if (stream.is_limited) {
		/* There was room for this much when the block was begun. */
		stream.is_limited = False;
		stream.mode = MODE_ON;
		rt_output_begin_block(clock_now());
		if (stream.mode == MODE_ON)
			stream.limit = rt_hot.ptr + sizeof *record;
	}
	if (stream.mode == MODE_OFF)
		take_back();
	record = rt_output_append(sizeof *record);
	record->tag = TRACE_TAG_BASE | TRACE_EXIT;
	record->reserved = 0;
	record->exit_code = exit_code & EXIT_STATUS;
	record->signal = signal;
	stream.exit = record;
}

void rt_output_set_end(Int exit_code, Int signal)
{
	if (!stream.exit)
		return;
	stream.exit->exit_code = exit_code & EXIT_STATUS;
	stream.exit->signal = signal;
}

void rt_output_close(void)
{
	if (stream.mode != MODE_STOPPED) {
		rt_output_end_block();
		trace_output_close();
		rt_output_stop(clock_now());
	}
	stream.exit = NULL;
}
