# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tools. They have no libc: no HOSTED_LIBS, no sanitizers, and
# none of the user's CFLAGS or LDFLAGS (coverage, hardening), which need one.
# Names that configure provides: m4/valgrind.m4.

VALGRIND_TOOL_CPPFLAGS = -I$(top_srcdir) $(VALGRIND_CPPFLAGS)
VALGRIND_TOOL_CFLAGS = -m64 -std=gnu11 -O2 -g $(WARNING_CFLAGS) \
	-Wno-unused-parameter -fno-stack-protector -fno-strict-aliasing \
	-fno-builtin -fomit-frame-pointer -fno-pie
VALGRIND_TOOL_LINK = $(CC) -m64 -static -no-pie -nodefaultlibs -nostartfiles \
	-u _start -Wl,-Ttext-segment=$(VALGRIND_LOAD_ADDRESS) \
	-Wl,--build-id=none -Wl,-z,noexecstack $(VALGRIND_WRAP_LDFLAGS) \
	-Wl,--wrap=vgPlain_exit -Wl,--wrap=vgPlain_client_exit \
	-Wl,--wrap=vgPlain_kill_self -Wl,--wrap=sanityCheckIRSB \
	-Wl,--wrap=vgPlain_string_match
VALGRIND_PRELOAD_LINK = $(CC) -m64 -shared -nodefaultlibs \
	-Wl,-z,interpose,-z,initfirst

# What all three tools use, and what those use that write a trace.
valgrind_tool_basics = \
	%D%/common/client_files.c \
	%D%/common/client_files.h \
	%D%/common/client_text.c \
	%D%/common/client_text.h \
	%D%/common/core.c \
	%D%/common/core.h \
	%D%/common/emit.c \
	%D%/common/emit.h
valgrind_tool_common = \
	$(valgrind_tool_basics) \
	%D%/common/trace_output.c \
	%D%/common/trace_output.h \
	%D%/common/trace_output_file.c \
	%D%/common/trace_transport.h \
	%D%/common/trace_output_ring.c

#--- retread: records what each function reads

valgrindtool_PROGRAMS += libexec/retread/valgrind/retread-amd64-linux
libexec_retread_valgrind_retread_amd64_linux_SOURCES = \
	$(valgrind_tool_common) \
	lib/format/trace_format.h \
	%D%/retread/rt_access.c \
	%D%/retread/rt_bare.c \
	%D%/retread/rt_instrument.c \
	%D%/retread/rt_parts.h \
	%D%/retread/rt_ir.c \
	%D%/retread/rt_ir.h \
	%D%/retread/rt_ir_aligned.c \
	%D%/retread/rt_ir_read.c \
	%D%/retread/rt_ir_shadow.c \
	%D%/retread/rt_kernel.c \
	%D%/retread/rt_main.c \
	%D%/retread/rt_options.c \
	%D%/retread/rt_malloc.c \
	%D%/retread/rt_modules.c \
	%D%/retread/rt_carried.c \
	%D%/retread/rt_fold.c \
	%D%/retread/rt_output.c \
	%D%/retread/rt_quiet.c \
	%D%/retread/rt_recipe.c \
	%D%/retread/rt_recipe.h \
	%D%/retread/rt_requests.c \
	%D%/retread/rt_rest.c \
	%D%/retread/rt_runs.c \
	%D%/retread/rt_shadow.c \
	%D%/retread/rt_sites.c \
	%D%/retread/rt_stack.c \
	%D%/retread/rt_strings.c \
	%D%/retread/rt_stack.h \
	%D%/retread/rt_threads.c
libexec_retread_valgrind_retread_amd64_linux_CPPFLAGS = \
	$(VALGRIND_TOOL_CPPFLAGS)
libexec_retread_valgrind_retread_amd64_linux_CFLAGS = $(VALGRIND_TOOL_CFLAGS)
libexec_retread_valgrind_retread_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS)
libexec_retread_valgrind_retread_amd64_linux_LINK = $(VALGRIND_TOOL_LINK) -o $@
$(libexec_retread_valgrind_retread_amd64_linux_OBJECTS): CFLAGS =

# Replaces malloc in the client; all of it is Valgrind's.
valgrindtool_PROGRAMS += libexec/retread/valgrind/vgpreload_retread-amd64-linux.so
libexec_retread_valgrind_vgpreload_retread_amd64_linux_so_SOURCES =
libexec_retread_valgrind_vgpreload_retread_amd64_linux_so_LDADD =
libexec_retread_valgrind_vgpreload_retread_amd64_linux_so_DEPENDENCIES = \
	$(VALGRIND_PRELOAD_LIBS)
libexec_retread_valgrind_vgpreload_retread_amd64_linux_so_LINK = \
	$(VALGRIND_PRELOAD_LINK) -o $@ -Wl,--whole-archive \
	$(VALGRIND_PRELOAD_LIBS) -Wl,--no-whole-archive

include_HEADERS += %D%/retread/include/retread.h

#--- spectra: values, offsets and trips of a hardware kernel

valgrindtool_PROGRAMS += libexec/retread/valgrind/spectra-amd64-linux
libexec_retread_valgrind_spectra_amd64_linux_SOURCES = \
	$(valgrind_tool_basics) \
	lib/format/spectra_table.h \
	%D%/spectra/sp_access.c \
	%D%/spectra/sp_frames.c \
	%D%/spectra/sp_instrument.c \
	%D%/spectra/sp_watched.h \
	%D%/spectra/sp_main.c \
	%D%/spectra/sp_state.c \
	%D%/spectra/sp_requests.c \
	%D%/spectra/sp_table.c \
	%D%/spectra/sp_values.c \
	%D%/spectra/sp_values.h \
	%D%/spectra/sp_watch.c
libexec_retread_valgrind_spectra_amd64_linux_CPPFLAGS = \
	$(VALGRIND_TOOL_CPPFLAGS)
libexec_retread_valgrind_spectra_amd64_linux_CFLAGS = $(VALGRIND_TOOL_CFLAGS)
libexec_retread_valgrind_spectra_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS)
libexec_retread_valgrind_spectra_amd64_linux_LINK = $(VALGRIND_TOOL_LINK) -o $@
$(libexec_retread_valgrind_spectra_amd64_linux_OBJECTS): CFLAGS =

#--- snap: counts the edges that a program executes

valgrindtool_PROGRAMS += libexec/retread/valgrind/snap-amd64-linux
libexec_retread_valgrind_snap_amd64_linux_SOURCES = \
	$(valgrind_tool_basics) \
	lib/format/snap_binding.h \
	lib/format/snap_file.h \
	%D%/snap/sn_arguments.c \
	%D%/snap/sn_blocks.c \
	%D%/snap/sn_edges.c \
	%D%/snap/sn_history.c \
	%D%/snap/sn_instrument.c \
	%D%/snap/sn_branches.h \
	%D%/snap/sn_main.c \
	%D%/snap/sn_options.c \
	%D%/snap/sn_modules.c \
	%D%/snap/sn_output.c \
	%D%/snap/sn_predict.c \
	%D%/snap/sn_restart.c \
	%D%/snap/sn_work.c
libexec_retread_valgrind_snap_amd64_linux_CPPFLAGS = \
	$(VALGRIND_TOOL_CPPFLAGS)
libexec_retread_valgrind_snap_amd64_linux_CFLAGS = $(VALGRIND_TOOL_CFLAGS)
libexec_retread_valgrind_snap_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS)
libexec_retread_valgrind_snap_amd64_linux_LINK = $(VALGRIND_TOOL_LINK) -o $@
$(libexec_retread_valgrind_snap_amd64_linux_OBJECTS): CFLAGS =

include_HEADERS += %D%/snap/include/retread_snap.h

#--- a tool that only sees whether Valgrind's core is what core.c takes it for

noinst_PROGRAMS += %D%/core/core-amd64-linux %D%/core/subject
%C%_core_core_amd64_linux_SOURCES = %D%/common/core.c %D%/common/core.h \
	testsuite/tools/core/tool.c
%C%_core_core_amd64_linux_CPPFLAGS = $(VALGRIND_TOOL_CPPFLAGS)
%C%_core_core_amd64_linux_CFLAGS = $(VALGRIND_TOOL_CFLAGS)
%C%_core_core_amd64_linux_LDADD = $(VALGRIND_TOOL_LIBS)
%C%_core_core_amd64_linux_LINK = $(VALGRIND_TOOL_LINK) -o $@
$(%C%_core_core_amd64_linux_OBJECTS): CFLAGS =
%C%_core_subject_SOURCES = testsuite/tools/core/subject.c
%C%_core_subject_CFLAGS = -O0
%C%_core_subject_LDFLAGS =

noinst_DATA += %D%/core/checked
CLEANFILES += %D%/core/checked %D%/core/default.supp \
	%D%/core/vgpreload_core-amd64-linux.so
%D%/core/checked: %D%/core/core-amd64-linux %D%/core/subject
	$(AM_V_GEN)bash $(top_srcdir)/testsuite/tools/core/check \
		$(VALGRIND) $(VALGRIND_LIBEXECDIR) %D%/core >$@.tmp && \
		mv $@.tmp $@
EXTRA_DIST += testsuite/tools/core/check

#--- the rest of Valgrind, for a directory that VALGRIND_LIB can name

valgrind_links = \
	libexec/retread/valgrind/default.supp \
	libexec/retread/valgrind/vgpreload_core-amd64-linux.so
noinst_DATA += $(valgrind_links)
CLEANFILES += $(valgrind_links)
$(valgrind_links):
	$(AM_V_GEN)$(MKDIR_P) $(@D) && rm -f $@ && \
		$(LN_S) $(VALGRIND_LIBEXECDIR)/$(@F) $@

install-exec-hook: install-valgrind-links install-beside-valgrind
install-valgrind-links:
	$(MKDIR_P) $(DESTDIR)$(valgrindtooldir)
	for file in $(valgrind_links); do \
		name=`basename $$file`; \
		rm -f $(DESTDIR)$(valgrindtooldir)/$$name; \
		$(LN_S) $(VALGRIND_LIBEXECDIR)/$$name \
			$(DESTDIR)$(valgrindtooldir)/$$name || exit 1; \
	done
# In Valgrind's own prefix plain `valgrind --tool=retread` works.
install-beside-valgrind:
	test '$(prefix)' = '$(VALGRIND_PREFIX)' || exit 0; \
	$(MKDIR_P) $(DESTDIR)$(VALGRIND_LIBEXECDIR) && \
	for file in $(valgrindtool_PROGRAMS); do \
		name=`basename $$file`; \
		rm -f $(DESTDIR)$(VALGRIND_LIBEXECDIR)/$$name; \
		$(LN_S) $(valgrindtooldir)/$$name \
			$(DESTDIR)$(VALGRIND_LIBEXECDIR)/$$name || exit 1; \
	done
uninstall-hook: uninstall-valgrind-links
	test '$(prefix)' = '$(VALGRIND_PREFIX)' || exit 0; \
	for file in $(valgrindtool_PROGRAMS); do \
		rm -f $(DESTDIR)$(VALGRIND_LIBEXECDIR)/`basename $$file`; \
	done
uninstall-valgrind-links:
	for file in $(valgrind_links); do \
		rm -f $(DESTDIR)$(valgrindtooldir)/`basename $$file`; \
	done

# The same where the prefix is another.
install-valgrind: $(valgrindtool_PROGRAMS)
	$(MKDIR_P) $(DESTDIR)$(VALGRIND_LIBEXECDIR)
	for file in $(valgrindtool_PROGRAMS); do \
		$(INSTALL_PROGRAM) $$file $(DESTDIR)$(VALGRIND_LIBEXECDIR) || \
			exit 1; \
	done
.PHONY: install-beside-valgrind install-valgrind install-valgrind-links uninstall-valgrind-links
