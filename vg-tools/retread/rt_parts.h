/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shared by the files of the recorder: its hot state and their functions. */
#ifndef RETREAD_VG_TOOLS_RETREAD_RT_PARTS_H
#define RETREAD_VG_TOOLS_RETREAD_RT_PARTS_H

#include "lib/format/trace_format.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

/*--- rt_options.c ---*/

struct rt_options {
	const HChar *trace_file;
	const HChar *ring_directory;
	const HChar *rest;    /* patterns of object files; NULL: none */
	const HChar *only;    /* patterns of programs; NULL: all */
	Long max_trace_bytes; /* 0: no limit */
	Long clock_limit;     /* rebase before the relative clock is there */
	Bool fold;	      /* live: see rt_fold.c */
};
extern struct rt_options clo_retread;

/* Nothing is instrumented or recorded: see rt_rest.c. */
extern Bool rt_rests;

/*--- rt_output.c: the record stream, the clock and the stamps ---*/

/* State that translated code touches all the time. In static data, so at an address
 * below 2 GiB that fits an instruction. */
struct rt_hot {
	UChar *ptr;    /* next byte of the stream, aligned to 8 */
	UChar *limit;  /* translated code appends only while ptr is not above */
	Addr frame_sp; /* stack pointer at entry of the newest frame */
	Addr frame_function;
	Addr stack_low;	   /* where the memory of the current stack begins */
	Addr frame_height; /* frame_sp - stack_low */
	UInt frame_start_stamp; /* its start clock, as a stamp without flags */
	UInt stamp_bias; /* stamp without flags = (UInt)(ptr >> 1) + stamp_bias */
	UInt jump_site; /* of the last jump that may lead to another function */
	/* By how much PTR advances for a read, without and with its value: 0 in a
	 * frame whose reads are left out. */
	ULong keep_read;
	ULong keep_value;
};
extern struct rt_hot rt_hot;

/* A function may use that much below its stack pointer. */
#define RT_RED_ZONE_BYTES 128

/* Translated code appends without looking at the room left; this much covers
 * the longest superblock (60 instructions, the worst of them a gather). */
#define RT_RESERVE_BYTES (32 * 1024)

static inline UInt rt_stamp_now(void)
{
	return (UInt)((Addr)rt_hot.ptr >> 1) + rt_hot.stamp_bias;
}

/* What the stream asks of those whose records are in it. */
struct rt_output_hooks {
	void (*take_wishes)(void);   /* of the reader, as a block begins */
	void (*forget_wishes)(void); /* another reader begins */
	void (*rebase)(UInt delta);  /* of stamps */
	/* What a trace that begins now has to say first. */
	void (*record_all)(Bool is_child);
};

/* Opens the output; until then nothing may be recorded. */
void rt_output_start(const struct rt_output_hooks *hooks);
/* BYTES (a multiple of 8) at the end of the stream, to be filled at once. */
void *rt_output_append(UInt bytes);
/* The record of a call, which can be taken back as long as nothing stands after it
 * but calls that were taken back. */
struct rt_call {
	UChar *record; /* NULL: it stays */
	UChar *end;    /* of it and of what does not count */
	UInt block;    /* that it is in */
	UInt calls;    /* taken back after it */
};
/* CALL begins with RECORD, which was appended just now. */
void rt_output_note_call(struct rt_call *call, struct trace_call *record);
/* The activation of CALL, which began at the stamp START, ends: if a live reader
 * takes the trace and nothing was recorded, the record of the call goes. */
Bool rt_output_take_call(const struct rt_call *call, UInt start);
/* A record of TYPE that is a trace_text. */
void rt_output_append_text(UInt type, const HChar *text);
/* Called by translated code at the start of a superblock when PTR > LIMIT. */
void rt_output_reserve(void);
/* The client switched recording off or on again. */
void rt_output_switch(Bool on);
/* Writes EXIT. It leaves the process with rt_output_close; until then
 * rt_output_set_end can say better how the process ends. */
void rt_output_exit(Int exit_code, Int signal);
void rt_output_set_end(Int exit_code, Int signal);
void rt_output_close(void);
/* In a forked child, or after a failed exec: a new trace that stands alone. */
void rt_output_restart(Bool is_child);
/* In a child: it has no trace. */
void rt_output_abandon(void);

/*--- rt_fold.c: what a live reader gets ---*/

/* Folds the records from START, which has CLOCK, to END. Returns the new end. */
UChar *rt_fold_block(UChar *start, UChar *end, ULong clock);
/* Another trace begins. */
void rt_fold_forget(void);

/*--- rt_shadow.c: the stamp of the last write of every byte ---*/

/* Primary table: the position of the secondary for 1 MiB of the client,
 * relative to rt_shadow_dummy (0: none). Covers 45 bits of address, as much as
 * Valgrind gives to a client; bits above wrap. */
#define RT_SHADOW_BITS	  20
#define RT_SHADOW_ENTRIES (1u << 25)
#define RT_SHADOW_CLIENT  (1u << RT_SHADOW_BITS)
/* A secondary: one stamp per 4 bytes of the last write of any byte there, the
 * same of the last write of all four at once, and one per byte of the last
 * write of one or two bytes. A page more, for an access that was wrongly taken
 * for aligned. */
#define RT_SHADOW_ANY	0u
#define RT_SHADOW_WHOLE RT_SHADOW_CLIENT
#define RT_SHADOW_BYTE	(2 * RT_SHADOW_CLIENT)
#define RT_SHADOW_BYTES (6 * RT_SHADOW_CLIENT + 4096u)

extern Long rt_shadow_primary[RT_SHADOW_ENTRIES];
/* Stand in for an absent secondary: the first is read, the second written. */
extern UChar rt_shadow_dummy[RT_SHADOW_BYTES];
extern UChar rt_shadow_sink[RT_SHADOW_BYTES];

/* The client may now use this range. */
void rt_shadow_announce(Addr start, SizeT bytes);
/* All of the range was written. */
void rt_shadow_write(Addr start, SizeT bytes, UInt stamp);
/* The newest stamp in the range. */
UInt rt_shadow_read(Addr start, ULong bytes);
/* That, and the oldest that half of the range's bytes are not newer than. */
void rt_shadow_read_range(Addr start, ULong bytes, UInt *newest, UInt *half);
/* A fresh heap block: as rt_shadow_write, but cheap when it is huge. */
void rt_shadow_allocate(Addr start, SizeT bytes, UInt stamp);
void rt_shadow_copy(Addr from, Addr to, SizeT bytes);
/* The same, but what FROM has then is nobody's. */
void rt_shadow_move(Addr from, Addr to, SizeT bytes);
/* The range is gone; whatever comes there next is a new epoch. */
void rt_shadow_unmap(Addr start, SizeT bytes);
/* A new mapping: announces it, and stamps what was unmapped before. */
void rt_shadow_map(Addr start, SizeT bytes, Bool is_writable);
/* Lowers all stamps by DELTA (of stamps); those that are older become 1. */
void rt_shadow_rebase(UInt delta);

/* Called by translated code for unaligned stores, and for long ones. */
void rt_shadow_store(Addr address, ULong bytes, ULong stamp);

static inline UInt rt_stamp_without_flags(UInt stamp)
{
	return stamp & ~((1u << TRACE_STAMP_SHIFT) - 1);
}

static inline UInt rt_stamp_rebased(UInt stamp, UInt delta)
{
	UInt flags = stamp & ((1u << TRACE_STAMP_SHIFT) - 1);

	if (stamp == 0)
		return 0;
	if (stamp - flags <= delta)
		return (1u << TRACE_STAMP_SHIFT) | flags;
	return stamp - delta;
}

/*--- rt_sites.c ---*/

/* The id of the read or call at PC; ORDINAL tells reads of one instruction
 * apart. DESCRIPTION has all but the id and the tag; the first of its key is
 * recorded. */
UInt rt_site_find(const struct trace_site *description, UInt ordinal);
/* Code at this range may be other code from now on. */
void rt_sites_forget(Addr start, SizeT bytes);
void rt_sites_record_all(void);

/*--- rt_stack.c: activations ---*/

/* Called by translated code, at ends and starts of superblocks. */
VG_REGPARM(3)
void rt_stack_call(UWord site, Addr target, VexGuestAMD64State *guest);
VG_REGPARM(3)
void rt_stack_call_slot(UWord site, Addr *slot, VexGuestAMD64State *guest);
VG_REGPARM(1) void rt_stack_return(Addr sp);
VG_REGPARM(2) void rt_stack_enter(Addr function, VexGuestAMD64State *guest);

void rt_stack_signal(ThreadId thread, Int signal, Bool is_alternate);
void rt_stack_signal_done(ThreadId thread, Int signal);
/* Activations on the stack that runs. */
UInt rt_stack_depth(void);

/*--- rt_threads.c: which stack runs ---*/

void rt_threads_start(ThreadId thread);
void rt_threads_end(ThreadId thread);
void rt_threads_switch(ThreadId thread, ULong blocks);
void rt_threads_rebase(UInt delta);
/* The client gave signals of THREAD a stack, or took it away. */
void rt_threads_set_alternate_stack(ThreadId thread, const vki_stack_t *stack);
/* The reader of the trace wishes that functions are quiet (rt_quiet.c), from here on;
 * another one begins, which has wished nothing. */
void rt_threads_take_wishes(void);
void rt_threads_forget_wishes(void);
/* Code that never ran begins in the newest frame, which may have more to tell. The
 * reader of the trace knows by the site that is recorded. */
void rt_threads_see_new_code(void);
/* The live activations as if they began now. A forked child has only one
 * thread, the current one. */
void rt_threads_record_all(Bool is_child);

/*--- rt_modules.c: mappings ---*/

void rt_modules_start(void);
void rt_modules_record_all(void);
enum rt_code {
	RT_CODE_CLIENT,
	RT_CODE_LOADER,	  /* the dynamic loader */
	RT_CODE_VALGRIND, /* Valgrind's, preloaded into the client */
	RT_CODE_AGENT,	  /* what grows a test: its reads concern nobody */
	RT_CODE_STRING,	  /* libc's string functions: see rt_strings.c */
};
enum rt_code rt_modules_code_at(Addr address);
/* Whether malloc could be replaced: no, if the client is linked statically. */
Bool rt_modules_has_preload(void);

/* If TARGET is an entry of a procedure linkage table, the slot that it jumps through; else NULL. */
Addr *rt_modules_linkage_slot(Addr target);

/* Whether the file at PATH begins as object files do. */
Bool rt_modules_is_elf_file(const HChar *path);

/*--- rt_kernel.c: what is written from outside the program ---*/

/* The core says that the kernel wrote to the client's memory. */
void rt_kernel_write(CorePart part, ThreadId thread, Addr start, SizeT bytes);
/* Around every system call. */
void rt_kernel_before(ThreadId thread, UInt number, const UWord *arguments);
void rt_kernel_after(
	ThreadId thread, UInt number, const UWord *arguments, SysRes result);
void rt_kernel_unmap(Addr start, SizeT bytes);

/*--- rt_quiet.c: chains whose reads are left out ---*/

Bool rt_quiet_has(ULong chain);
/* Each returns whether chains have come or gone: the reader wishes; another one begins;
 * a frame of CHAIN runs new code. */
Bool rt_quiet_take_wishes(void);
Bool rt_quiet_forget(void);
Bool rt_quiet_end(ULong chain);

/*--- rt_bare.c: code of functions that are quiet ---*/

/* Whether the code from START to END, of the function that runs, is to be
 * translated without what records reads. */
Bool rt_bare_wants(Addr start, Addr end);
/* At the end of a time slice. */
void rt_bare_look(ThreadId thread, ULong blocks);

/*--- rt_rest.c: processes that nobody asked about ---*/

void rt_rest_start(void);
/* Code of the file at PATH is mapped. */
void rt_rest_see_code(const HChar *path);
/* Before client code runs. */
void rt_rest_look(void);

/*--- rt_strings.c: libc's string functions ---*/

/* Whether the code at ADDRESS belongs to one. */
Bool rt_strings_is_code(Addr address);
/* Which one begins at ENTRY, for rt_strings_enter; 0: none. */
UInt rt_strings_kind(Addr entry);
/* Called by translated code where one begins: records what it reads. */
VG_REGPARM(3)
void rt_strings_enter(Addr entry, UWord kind, VexGuestAMD64State *guest);
/* The allocator has copied LENGTH bytes at FROM to another block. */
void rt_strings_moved(ThreadId thread, Addr from, ULong length);

/* LENGTH bytes from ADDRESS on were written in ROLE by the code of SITE, or copied; the last of
 * them got STAMP. */
struct trace_string *rt_strings_record_write(const struct trace_site *site,
	Addr address, ULong length, UInt stamp, enum trace_string_role role);
/* The kernel reads the range. */
void rt_strings_give(CorePart part, ThreadId thread, const HChar *name,
	Addr address, SizeT length);

/*--- rt_runs.c: loops that write ---*/

struct rt_run;
/* Called by translated code: the next write of RUN goes elsewhere. */
void rt_runs_end(struct rt_run *run, VexGuestAMD64State *guest);
void rt_runs_rebase(UInt delta);

/*--- rt_carried.c: values that go from a load to a store in another block ---*/

/* Whether the function that runs is watched at START. */
Bool rt_carried_wants(Addr start);
/* At PC, a run of stores of what registers or locals had has ended; IS_COPY: of elements.
 * Returns whether another one would say more. */
Bool rt_carried_end(VexGuestAMD64State *guest, Addr pc, Bool is_copy);
/* Before client code runs. */
void rt_carried_look(void);
void rt_carried_rebase(UInt delta);

/*--- rt_malloc.c: heap blocks ---*/

/* How a block begins in a hash table: its first two fields are VgHashNode's. */
struct rt_node {
	struct rt_node *next;
	UWord address;
	UInt serial; /* blocks that were allocated later have higher ones */
};

void rt_malloc_start(void (*moved)(ThreadId thread, Addr from, ULong length));
/* The nodes of TABLE, oldest first: its own order depends on addresses. The
 * caller frees the array. */
struct rt_node **rt_malloc_in_order(VgHashTable *table, UInt *count);
/* The first and last byte of the heap block that ADDRESS is in. */
Bool rt_malloc_find_block(Addr address, Addr *first, Addr *last);
void rt_malloc_pool_block(Addr address, SizeT bytes);
void rt_malloc_pool_free(Addr address);
void rt_malloc_pool_resize(Addr old_address, Addr address, SizeT bytes);
void rt_malloc_record_all(void);

/*--- rt_requests.c ---*/

Bool rt_requests_handle(ThreadId thread, UWord *argument, UWord *result);

/*--- rt_instrument.c, rt_access.c ---*/

IRSB *rt_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word);

/* A read or write of BYTES at ADDRESS, by code for which the calls of these
 * are better than code of its own. WHAT: the site, and above it BYTES and
 * whether the site has TRACE_SITE_VALUE. */
#define RT_ACCESS_HAS_VALUE 0x80000000u
void rt_access_read(
	VexGuestAMD64State *guest, ULong what, Addr address, ULong value);
void rt_access_write(VexGuestAMD64State *guest, Addr address, ULong bytes);

#endif
