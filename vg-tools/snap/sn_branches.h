/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shared by the parts of the tool `snap`: modules, edges, history, output. */
#ifndef RETREAD_VG_TOOLS_SNAP_SN_BRANCHES_H
#define RETREAD_VG_TOOLS_SNAP_SN_BRANCHES_H

#include "lib/format/snap_binding.h"
#include "lib/format/snap_file.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct sn_options {
	const HChar *out_file;
	const HChar *object, *function; /* patterns; NULL: all */
	const HChar *range;		/* LO-HI; NULL: all */
	const HChar *arguments;		/* WIDTHS:OFFSET:PATH; NULL: none */
	Bool starts_on;
	Bool counts_work;
	Long max_edges;
	Long map_entries;
	Int lbq; /* branches kept; 0: none */
	Int btb, ras;
	enum snap_encoding encoding;
	enum snap_predictor predictor;
};
extern struct sn_options clo_snap;

/*--- sn_modules.c: where code is from, and whether its branches count ---*/

void sn_modules_init(void);
struct snap_place sn_modules_place(Addr address);
/* The program reads the file PATH, which has no code. */
void sn_modules_add_file(const HChar *path);
Bool sn_modules_is_readable(const void *address, SizeT bytes);
UInt sn_modules_count(void); /* without module 0 */
/* NUMBER is from 1 on. */
const struct snap_module *sn_modules_get(UInt number, const HChar **path);
/* Do branches at PC count? */
Bool sn_modules_wants(Addr pc);

struct sn_branch;

/*--- sn_edges.c: a counter for each edge ---*/

/* Of a branch whose targets are not known: the edges it took lately. */
#define SN_WAYS 8
struct sn_way {
	Addr target;
	ULong *counter;
	struct sn_branch *branch; /* if history is wanted */
	ULong unused;
};

struct sn_site {
	struct sn_site *next;
	Addr pc;
	Addr back; /* where a call returns to */
	enum snap_kind kind;
	struct sn_way way[SN_WAYS];
};

/* Counters since the last reset, by edge; they never move. */
extern ULong *sn_edges_counter;

void sn_edges_init(void);
/* The number of the edge, a new one if need be. When there is no room, that of
 * an edge that stands for all the others. */
UInt sn_edges_number(Addr from, Addr to, enum snap_kind kind);
/* A branch at PC whose target is not known. Lives for ever. */
struct sn_site *sn_edges_site(Addr pc, Addr back, enum snap_kind kind);
/* The way of SITE to TARGET is not the one that is kept. */
VG_REGPARM(2) void sn_edges_find_way(struct sn_site *site, Addr target);
static inline struct sn_way *sn_edges_way(struct sn_site *site, Addr target)
{
	return &site->way[(target >> 2) % SN_WAYS];
}
/* Other code may be at known addresses from now on. */
void sn_edges_forget_addresses(Addr start, SizeT bytes);
/* COUNTER is about to be counted for the first time since it was 0. */
VG_REGPARM(1) void sn_edges_touch(ULong *counter);
static inline void sn_edges_count(ULong *counter)
{
	if (*counter == 0)
		sn_edges_touch(counter);
	++*counter;
}
void sn_edges_turn(Bool is_on);
/* Costs what was counted since the last one. */
void sn_edges_reset(void);
void sn_edges_print_statistics(void);
/* Brings the counts of all edges up to date. */
UInt sn_edges_settle(const struct snap_edge **edges);
Bool sn_edges_are_full(void);
struct snap_place sn_edges_target(UInt number);

/*--- sn_history.c: the last branches, hashed maps, predictions ---*/

/* A branch and where it went: an edge at its addresses of now. */
struct sn_branch {
	ULong *counter;
	Addr pc, target;
	Addr back; /* where a call returns to */
	ULong mispredicted;
	UWord hashed;		      /* that was counted in the map last */
	struct sn_outcomes *outcomes; /* of a conditional branch */
	struct sn_branch *noted;      /* before it, since the last reset */
	Bool is_noted;
	UShort location; /* of the target, in the map */
	UChar kind;
	UInt edge;
};

Bool sn_history_is_wanted(void);
void sn_history_init(void);
/* The branch of an edge; addresses stay right until the code is gone. */
struct sn_branch *sn_history_branch(
	UInt edge, Addr pc, Addr target, Addr back, enum snap_kind kind);
/* These count BRANCH, too. */
VG_REGPARM(1) void sn_history_conditional(struct sn_branch *branch);
VG_REGPARM(1) void sn_history_direct(struct sn_branch *branch);
VG_REGPARM(2) void sn_history_indirect(struct sn_site *site, Addr target);
void sn_history_turn(Bool is_on);
void sn_history_reset(void);
void sn_history_switch(ThreadId thread, ULong blocks);
void sn_history_end_thread(ThreadId thread);
/* Outcomes of edge NUMBER that the model got wrong. */
ULong sn_history_mispredicted(UInt number);
/* A run of a bound program begins: nothing is known of branches. */
void sn_history_forget(void);
/* False: PAST makes no sense. */
Bool sn_history_tell(struct snap_past *past);
/* Fills what HEADER has about it, and up to SNAP_LBQ_MAX branches. */
UInt sn_history_describe(
	struct snap_header *header, struct snap_branch *branch);

/*--- sn_predict.c: the model of a branch predictor ---*/

void sn_predict_init(void);
void sn_predict_reset(void);
/* Whether the model gets it right; it learns the outcome. */
Bool sn_predict_conditional(Addr pc, Bool is_taken);
Bool sn_predict_target(Addr pc, Addr target);
void sn_predict_call(Addr back);
Bool sn_predict_return(Addr target);

/*--- sn_blocks.c: blocks that the program counts by us ---*/

Bool sn_blocks_are_bound(void);
/* False: ASKED makes no sense. */
Bool sn_blocks_bind(const struct snap_binding *asked);
struct sn_block {
	uint64_t *counter;
	struct perf_function *group;
};
/* Is PC in code that is bound? */
Bool sn_blocks_cover(Addr pc);
/* False: PC is the start of none. */
Bool sn_blocks_find(Addr pc, struct sn_block *block);
VG_REGPARM(1) void sn_blocks_touch(struct perf_function *group);
/* SHARED is where processes that are forked say what they translate. False: it is not
 * memory. */
Bool sn_blocks_share(struct snap_translated *shared);
void sn_blocks_note_fork(void);
void sn_blocks_note_translation(Addr at);
/* Translates what they have, so that the next ones need not. */
void sn_blocks_catch_up(ThreadId thread);

/*--- sn_restart.c: processes that begin anew ---*/

/* Where the program goes in place of ending, once marked. */
void sn_restart_set_exit(Addr at);
Addr sn_restart_exit(void);
/* Is it marked? Code looks at that where it ends. */
const ULong *sn_restart_is_marked(void);
/* Remembers the process as it is. False: it cannot be brought back. */
Bool sn_restart_mark(ThreadId thread);
void sn_restart_forget(void);
/* Brings it back, and does not return then. Otherwise it is marked no more: as
 * SNAP_REQUEST_RESTART says. */
UInt sn_restart(ThreadId thread);
/* As SNAP_REQUEST_SIGNALS says. */
ULong sn_restart_take_signals(void);
/* A mapping that the run before has left, which the program is to unmap. False: none. */
Bool sn_restart_find_left(struct snap_mapping *left);
void sn_restart_see_call(UInt number, const UWord *arguments, SysRes result);

/*--- sn_work.c: what libraries are asked to do, and what is written ---*/

/* A superblock that is instrumented. */
struct sn_work_block {
	IRSB *out;
	Addr pc;     /* of the instruction at hand */
	Int stack;   /* where the stack pointer is in the guest's state */
	ULong bytes; /* touched since they were added to the current call's */
	Bool is_system, is_stub;
};

void sn_work_init(void);
void sn_work_begin(struct sn_work_block *block, IRSB *out, Addr pc, Int stack);
/* Before each instruction, each statement, and at the end. */
void sn_work_instruction(struct sn_work_block *block, Addr pc);
void sn_work_statement(struct sn_work_block *block, const IRStmt *statement);
void sn_work_end(struct sn_work_block *block, const IRExpr *next,
	IRJumpKind jump, Addr back);
/* Calls PUT (NULL: none) for each call that made a library touch something. Returns how
 * many there are. */
UInt sn_work_list(void (*put)(const struct snap_call *call, void *closure),
	void *closure);
ULong sn_work_cells(void);
ULong sn_work_output(void);
/* The system call NUMBER returned BYTES, or where memory is now. */
void sn_work_end_call(UWord number, const UWord *arguments, SizeT bytes);
void sn_work_reset(void);

/*--- sn_arguments.c: calls that repeat others ---*/

void sn_arguments_init(const HChar *option);
/* The instruction at PC comes next; STACK as in struct sn_work_block. */
void sn_arguments_instruction(IRSB *out, Addr pc, Int stack);
/* AT is written; with --work. */
void sn_arguments_write(Addr at, Bool is_on_stack);
ULong sn_arguments_calls(void);
ULong sn_arguments_repeats(void);
void sn_arguments_reset(void);

/*--- sn_instrument.c, sn_output.c ---*/

IRSB *sn_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word);
/* The process goes on: EXIT_CODE and SIGNAL are 0. */
void sn_output_write(Int exit_code, Int signal);

#endif
