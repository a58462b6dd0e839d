/* SPDX-License-Identifier: GPL-2.0-or-later
 * Registers the tool `retread`: its options, and who handles which event. */
#include "vg-tools/common/client_files.h"
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_vki.h"
#include "vg-tools/common/trace_output.h"

/* The smallest one that leaves room for a few blocks between two rebases. */
#define CLOCK_LIMIT_MIN (1 << 22)

static void rt_end(Int exit_code, Int signal)
{
	rt_output_set_end(exit_code, signal);
	rt_output_close();
}

static void rt_fini(Int exit_code)
{
	if (!rt_rests && !rt_modules_has_preload())
		VG_(umsg)
	("%s is linked statically, so its malloc cannot be replaced: heap "
	 "blocks are not distinguished.\n",
		VG_(args_the_exename));
	rt_output_exit(exit_code, 0);
}

static Bool rt_process_option(const HChar *argument)
{
	if VG_STR_CLO (argument, "--trace-file", clo_retread.trace_file) {
	} else if VG_STR_CLO (argument, "--ring-dir",
		clo_retread.ring_directory) {
	} else if VG_STR_CLO (argument, "--rest", clo_retread.rest) {
	} else if VG_STR_CLO (argument, "--only", clo_retread.only) {
	} else if VG_BINT_CLO (argument, "--max-trace",
		clo_retread.max_trace_bytes, 0, 0x7fffffffffffffffLL) {
	} else if VG_BINT_CLO (argument, "--clock-limit",
		clo_retread.clock_limit, CLOCK_LIMIT_MIN, TRACE_CLOCK_LIMIT) {
	} else if VG_BOOL_CLO (argument, "--fold", clo_retread.fold) {
	} else if VG_BOOL_CLO (argument, "--check-ir", core_checks_ir) {
	} else {
		return VG_(replacement_malloc_process_cmd_line_option)(
			argument);
	}
	return True;
}

static void rt_print_usage(void)
{
	VG_(printf)
	("    --trace-file=FILE   write the trace to FILE, %%p is the pid "
	 "[retread.out.%%p]\n"
	 "    --ring-dir=DIR      instead, make a ring for a live reader in "
	 "DIR\n"
	 "    --rest=GLOB,...     record a process only when it runs code of a "
	 "file that\n"
	 "                        matches none of these, interpreters for "
	 "example\n"
	 "    --only=GLOB,...     record processes only of programs that match "
	 "one of these\n"
	 "    --max-trace=BYTES   stop recording at this size, 0: no limit "
	 "[0]\n");
}

static void rt_print_debug_usage(void)
{
	VG_(printf)
	("    --clock-limit=N     rebase stamps before the clock has "
	 "advanced by N [%u]\n"
	 "    --check-ir=no|yes   let VEX check the code that is added [no]\n",
		TRACE_CLOCK_LIMIT);
}

static Bool has_ended_for_exec;

/* Whether the last child that was begun may only exec, as of posix_spawn and system; and
 * whether this process is such a child, which has no trace. */
static Bool begins_spawn, is_spawn;

static void rt_note_fork(UInt number, const UWord *arguments)
{
	if (number == __NR_fork)
		begins_spawn = False;
	else if (number == __NR_vfork)
		begins_spawn = True;
	else if (number == __NR_clone)
		begins_spawn = (arguments[0] & VKI_CLONE_VFORK) != 0;
}

static void rt_pre_syscall(
	ThreadId thread, UInt number, UWord *arguments, UInt count)
{
	rt_note_fork(number, arguments);
	if (!is_spawn &&
		((number == __NR_execve &&
			 VG_(am_is_valid_for_client)(
				 arguments[0], 1, VKI_PROT_READ) &&
			 core_will_exec((const HChar *)arguments[0])) ||
			number == __NR_execveat)) {
		rt_output_exit(0, -1);
		rt_output_close();
		has_ended_for_exec = True;
	}
	if (!rt_rests)
		client_files_begin_call(number, arguments);
	rt_kernel_before(thread, number, arguments);
}

static void rt_post_syscall(ThreadId thread, UInt number, UWord *arguments,
	UInt count, SysRes result)
{
	/* Who comes back from exec has failed; a new trace goes on. */
	if (has_ended_for_exec)
		rt_output_restart(False);
	has_ended_for_exec = False;
	rt_kernel_after(thread, number, arguments, result);
	if (!sr_isError(result) && !rt_rests) {
		const HChar *path = client_files_end_call(
			number, arguments, sr_Res(result));
		if (path && !rt_modules_is_elf_file(path))
			rt_output_append_text(TRACE_FILE, path);
	}
	if (number == __NR_sigaltstack && arguments[0] != 0 &&
		!sr_isError(result))
		rt_threads_set_alternate_stack(
			thread, (const vki_stack_t *)arguments[0]);
}

static void rt_start_client_code(ThreadId thread, ULong blocks)
{
	rt_threads_switch(thread, blocks);
	rt_rest_look();
	rt_carried_look();
}

static void rt_fork_child(ThreadId thread)
{
	is_spawn = begins_spawn;
	if (is_spawn)
		rt_output_abandon();
	else
		rt_output_restart(True);
}

/* A program that this one execs would write over its trace. */
static void give_each_process_a_file(void)
{
	const HChar *name = clo_retread.trace_file;
	HChar *longer;

	if (VG_(strstr)(name, "%p") || trace_output_is_device(name))
		return;
	longer = VG_(malloc)("retread.trace_file", VG_(strlen)(name) + 4);
	VG_(sprintf)(longer, "%s.%%p", name);
	clo_retread.trace_file = longer;
}

static void rt_rebase(UInt delta)
{
	rt_shadow_rebase(delta);
	rt_runs_rebase(delta);
	rt_carried_rebase(delta);
	rt_threads_rebase(delta);
}

static void rt_record_all(Bool is_child)
{
	rt_modules_record_all();
	rt_sites_record_all();
	rt_malloc_record_all();
	rt_threads_record_all(is_child);
}

static const struct rt_output_hooks output_hooks = {
	.take_wishes = rt_threads_take_wishes,
	.forget_wishes = rt_threads_forget_wishes,
	.rebase = rt_rebase,
	.record_all = rt_record_all,
};

/* In a superblock. What is added makes blocks long, and VEX takes more time for each
 * instruction of a longer one. */
#define INSTRUCTIONS_MAX 20

static void rt_post_clo_init(void)
{
	/* A call or a tail jump must end its superblock, and one instruction
	 * must not be translated twice in one. */
	VG_(clo_vex_control).guest_chase = False;
	VG_(clo_vex_control).iropt_unroll_thresh = 0;
	if (VG_(clo_vex_control).guest_max_insns > INSTRUCTIONS_MAX)
		VG_(clo_vex_control).guest_max_insns = INSTRUCTIONS_MAX;
	if (core_follows_exec())
		give_each_process_a_file();
	rt_rest_start();
	rt_output_start(&output_hooks);
}

static void rt_pre_clo_init(void)
{
	VG_(details_name)("retread");
	VG_(details_version)(NULL);
	VG_(details_description)("records what each function reads");
	VG_(details_copyright_author)(
		"Copyright (C) 2026, the retread authors");
	VG_(details_bug_reports_to)("the maintainers of retread");
	VG_(details_avg_translation_sizeB)(700);
	VG_(basic_tool_funcs)(rt_post_clo_init, rt_instrument, rt_fini);
	VG_(needs_command_line_options)(
		rt_process_option, rt_print_usage, rt_print_debug_usage);
	VG_(needs_client_requests)(rt_requests_handle);
	VG_(needs_syscall_wrapper)(rt_pre_syscall, rt_post_syscall);
	VG_(track_pre_thread_first_insn)(rt_threads_start);
	VG_(track_pre_thread_ll_exit)(rt_threads_end);
	VG_(track_start_client_code)(rt_start_client_code);
	VG_(track_stop_client_code)(rt_bare_look);
	VG_(track_pre_mem_read)(rt_strings_give);
	VG_(track_pre_deliver_signal)(rt_stack_signal);
	VG_(track_post_deliver_signal)(rt_stack_signal_done);
	VG_(atfork)(NULL, NULL, rt_fork_child);
	core_at_end(rt_end);
	core_keep_names_mangled();
	rt_malloc_start(rt_strings_moved);
	rt_modules_start();
}

VG_DETERMINE_INTERFACE_VERSION(rt_pre_clo_init)
