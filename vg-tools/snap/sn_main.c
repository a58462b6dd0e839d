/* SPDX-License-Identifier: GPL-2.0-or-later
 * Registers the tool `snap`: how often each branch went where, the last branches,
 * and what a processor would have predicted (SNAP, sections 4.2 to 4.5). */
#include "vg-tools/common/client_files.h"
#include "vg-tools/common/core.h"
#include "vg-tools/snap/include/retread_snap.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#define EDGES_MAX (1 << 26)

static Bool process_choice(const HChar *argument)
{
	if VG_XACT_CLO (argument, "--encoding=exact", clo_snap.encoding,
		SNAP_EXACT) {
	} else if VG_XACT_CLO (argument, "--encoding=snap", clo_snap.encoding,
		SNAP_SNAP) {
	} else if VG_XACT_CLO (argument, "--encoding=afl", clo_snap.encoding,
		SNAP_AFL) {
	} else if VG_XACT_CLO (argument, "--encoding=block", clo_snap.encoding,
		SNAP_BLOCK) {
	} else if VG_XACT_CLO (argument, "--bp=none", clo_snap.predictor,
		SNAP_NO_PREDICTOR) {
	} else if VG_XACT_CLO (argument, "--bp=bimodal", clo_snap.predictor,
		SNAP_BIMODAL) {
	} else if VG_XACT_CLO (argument, "--bp=gshare", clo_snap.predictor,
		SNAP_GSHARE) {
	} else if VG_XACT_CLO (argument, "--bp=tage-lite", clo_snap.predictor,
		SNAP_TAGE) {
	} else {
		return False;
	}
	return True;
}

static Bool sn_process_option(const HChar *argument)
{
	if VG_STR_CLO (argument, "--out-file", clo_snap.out_file) {
	} else if VG_STR_CLO (argument, "--obj", clo_snap.object) {
	} else if VG_STR_CLO (argument, "--fn", clo_snap.function) {
	} else if VG_STR_CLO (argument, "--range", clo_snap.range) {
	} else if VG_STR_CLO (argument, "--arguments", clo_snap.arguments) {
	} else if VG_BOOL_CLO (argument, "--trace", clo_snap.starts_on) {
	} else if VG_BOOL_CLO (argument, "--work", clo_snap.counts_work) {
	} else if VG_BINT_CLO (argument, "--max-edges", clo_snap.max_edges, 16,
		EDGES_MAX) {
	} else if VG_BINT_CLO (argument, "--map-size", clo_snap.map_entries, 16,
		EDGES_MAX) {
	} else if VG_BINT_CLO (argument, "--lbq", clo_snap.lbq, 0,
		SNAP_LBQ_MAX) {
	} else if VG_BINT_CLO (argument, "--btb", clo_snap.btb, 1,
		SNAP_TARGETS_MAX) {
	} else if VG_BINT_CLO (argument, "--ras", clo_snap.ras, 1,
		SNAP_RETURNS_MAX) {
	} else {
		return process_choice(argument);
	}
	return True;
}

static void sn_print_usage(void)
{
	VG_(printf)
	("    --out-file=FILE     write the edges to FILE, %%p is the pid "
	 "[snap.out.%%p]\n"
	 "    --obj=PATTERN       only branches in object files so named\n"
	 "    --fn=PATTERN        only branches in functions so named\n"
	 "    --range=LO-HI       only branches at these addresses, as nm "
	 "prints them\n"
	 "    --trace=no|yes      count from the start, not from SNAP_ON() on "
	 "[yes]\n"
	 "    --work=no|yes       count what system libraries touch for each "
	 "call, too [no]\n"
	 "    --arguments=WIDTHS:OFFSET:PATH  with --work=yes: calls of the "
	 "function there\n"
	 "                        that repeat others; bytes of each argument\n"
	 "    --max-edges=N       room for N edges [4194304]\n"
	 "    --encoding=exact|snap|afl|block  how a fuzzer would number edges "
	 "[exact]\n"
	 "    --map-size=N        entries of its map, a power of two [65536]\n"
	 "    --lbq=N             keep the last N branches, up to 32 [0]\n"
	 "    --bp=none|bimodal|gshare|tage-lite  predict branches [none]\n"
	 "    --btb=N --ras=N     targets and return addresses it knows [512, "
	 "16]\n");
}

static void sn_print_debug_usage(void)
{
	VG_(printf)("    (none)\n");
}

static void sn_post_clo_init(void)
{
	if ((clo_snap.map_entries & (clo_snap.map_entries - 1)) != 0)
		VG_(fmsg_bad_option)
	("--map-size", "it is not a power of two\n");
	/* Chasing joins two conditions to one exit, and then nobody knows which of
	 * them failed. */
	VG_(clo_vex_control).guest_chase = False;
	sn_modules_init();
	sn_edges_init();
	sn_predict_init();
	sn_history_init();
	sn_work_init();
	sn_arguments_init(clo_snap.arguments);
	sn_edges_turn(clo_snap.starts_on);
}

/* What the parent counts is not in its file: it was started for its children. */
static Bool keeps_counts;

static Bool sn_handle_request(ThreadId thread, UWord *argument, UWord *result)
{
	*result = 0;
	switch (argument[0]) {
	case SNAP_REQUEST_OFF:
		sn_edges_turn(False);
		return True;
	case SNAP_REQUEST_ON:
		sn_edges_turn(True);
		return True;
	case SNAP_REQUEST_RESET:
		sn_edges_reset();
		sn_history_reset();
		return True;
	case SNAP_REQUEST_BIND:
		*result = sn_blocks_bind((const void *)argument[1]);
		return True;
	case SNAP_REQUEST_FORGET:
		sn_history_forget();
		return True;
	case SNAP_REQUEST_TELL:
		*result = sn_history_tell((void *)argument[1]);
		return True;
	case SNAP_REQUEST_SHARE:
		*result = sn_blocks_share((void *)argument[1]);
		sn_restart_set_exit((Addr)argument[2]);
		return True;
	case SNAP_REQUEST_CATCH_UP:
		sn_blocks_catch_up(thread);
		return True;
	case SNAP_REQUEST_MARK:
		sn_restart_mark(thread);
		return True;
	case SNAP_REQUEST_RESTART:
		*result = sn_restart(thread);
		return True;
	case SNAP_REQUEST_SIGNALS:
		*result = sn_restart_take_signals();
		return True;
	case SNAP_REQUEST_LEFT:
		*result = sn_restart_find_left((void *)argument[1]);
		return True;
	case SNAP_REQUEST_KEEP:
		keeps_counts = True;
		return True;
	case SNAP_REQUEST_WRITE:
		sn_output_write(0, 0);
		return True;
	}
	return False;
}

static void sn_pre_syscall(
	ThreadId thread, UInt number, UWord *arguments, UInt count)
{
	if (clo_snap.counts_work)
		client_files_begin_call(number, arguments);
}

/* Files that are read are among those that code is from, without any. */
static void sn_post_syscall(ThreadId thread, UInt number, UWord *arguments,
	UInt count, SysRes result)
{
	const HChar *path = clo_snap.counts_work && !sr_isError(result)
				    ? client_files_end_call(
					      number, arguments, sr_Res(result))
				    : NULL;

	if (clo_snap.counts_work && !sr_isError(result))
		sn_work_end_call(number, arguments, sr_Res(result));
	sn_restart_see_call(number, arguments, result);
	if (path)
		sn_modules_add_file(path);
}

/* What the parent counted is in its file. */
static void sn_fork_child(ThreadId thread)
{
	sn_blocks_note_fork();
	sn_restart_forget();
	if (keeps_counts) {
		keeps_counts = False;
		return;
	}
	sn_edges_reset();
	sn_history_reset();
	sn_work_reset();
	sn_arguments_reset();
}

static void sn_fini(Int exit_code)
{
	if (VG_(clo_stats))
		sn_edges_print_statistics();
}

/* A program that counts by us tells the fuzzer itself. */
static void sn_end(Int exit_code, Int signal)
{
	if (!sn_blocks_are_bound())
		sn_output_write(exit_code, signal);
}

static void sn_pre_clo_init(void)
{
	VG_(details_name)("snap");
	VG_(details_version)(NULL);
	VG_(details_description)("counts the edges that a program executes");
	VG_(details_copyright_author)(
		"Copyright (C) 2026, the retread authors");
	VG_(details_bug_reports_to)("the maintainers of retread");
	VG_(details_avg_translation_sizeB)(300);
	VG_(basic_tool_funcs)(sn_post_clo_init, sn_instrument, sn_fini);
	VG_(needs_command_line_options)(
		sn_process_option, sn_print_usage, sn_print_debug_usage);
	VG_(needs_client_requests)(sn_handle_request);
	VG_(needs_syscall_wrapper)(sn_pre_syscall, sn_post_syscall);
	VG_(track_die_mem_munmap)(sn_edges_forget_addresses);
	VG_(track_start_client_code)(sn_history_switch);
	VG_(track_pre_thread_ll_exit)(sn_history_end_thread);
	VG_(atfork)(NULL, NULL, sn_fork_child);
	core_at_end(sn_end);
	core_keep_names_mangled();
}

VG_DETERMINE_INTERFACE_VERSION(sn_pre_clo_init)
