/* SPDX-License-Identifier: GPL-2.0-or-later
 * Registers the tool `spectra`: what values a hardware kernel's variables take
 * while it runs on the CPU (HeteroFuzz, section 4.1). */
#include "vg-tools/common/core.h"
#include "vg-tools/spectra/sp_watched.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

static void sp_end(Int exit_code, Int signal)
{
	if (signal != 0 && sp_table.header)
		sp_table_set_signal(signal);
}

static Bool sp_process_option(const HChar *argument)
{
	if VG_STR_CLO (argument, "--watch", clo_spectra.watch_file) {
	} else if VG_STR_CLO (argument, "--table", clo_spectra.table_file) {
	} else {
		return False;
	}
	return True;
}

static void sp_print_usage(void)
{
	VG_(printf)
	("    --watch=FILE        the variables, arrays, loops and functions "
	 "to "
	 "watch,\n"
	 "                        from retread spectra watch\n"
	 "    --table=FILE        write the spectra to FILE, %%p is the pid "
	 "[spectra.table]\n");
}

static void sp_print_debug_usage(void)
{
	VG_(printf)("    (none)\n");
}

static void sp_post_clo_init(void)
{
	/* A callee's first instructions would be taken for its caller's, and an
	 * unrolled body for one trip. */
	VG_(clo_vex_control).guest_chase = False;
	VG_(clo_vex_control).iropt_unroll_thresh = 0;
	sp_watch_read();
	sp_table_open();
}

/* A test in a process of its own is recorded in the same table. */
static void sp_fork_child(ThreadId thread)
{
	sp_table.is_child = True;
}

static void sp_fini(Int exit_code)
{
	sp_frames_end();
	sp_table_close(exit_code);
	if (!sp_watch.is_attached)
		VG_(umsg)
	("spectra: %s was not run, nothing was watched\n", sp_watch.path);
}

static void sp_pre_clo_init(void)
{
	VG_(details_name)("spectra");
	VG_(details_version)(NULL);
	VG_(details_description)("value spectra of hardware kernels");
	VG_(details_copyright_author)(
		"Copyright (C) 2026, the retread authors");
	VG_(details_bug_reports_to)("the maintainers of retread");
	VG_(details_avg_translation_sizeB)(400);
	VG_(basic_tool_funcs)(sp_post_clo_init, sp_instrument, sp_fini);
	VG_(needs_command_line_options)(
		sp_process_option, sp_print_usage, sp_print_debug_usage);
	VG_(needs_client_requests)(sp_requests_handle);
	VG_(track_start_client_code)(sp_frames_switch);
	VG_(track_pre_thread_ll_exit)(sp_frames_end_thread);
	VG_(atfork)(NULL, NULL, sp_fork_child);
	core_at_end(sp_end);
	core_keep_names_mangled();
}

VG_DETERMINE_INTERFACE_VERSION(sp_pre_clo_init)
