# SPDX-License-Identifier: MIT
# `retread`: verbs that start the other programs.

bin_PROGRAMS += retread
retread_SOURCES = %D%/main.c
retread_LDADD = %D%/libcli.a lib/libretread.a $(JANSSON_LIBS) $(LIBELF_LIBS) \
	$(ZSTD_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) -lm

noinst_LIBRARIES += %D%/libcli.a
%C%_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) \
	-DVALGRIND='"$(VALGRIND)"' \
	-DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DMANDIR='"$(mandir)"'
%C%_libcli_a_SOURCES = \
	%D%/changes.c %D%/changes.h \
	%D%/commands.c %D%/commands.h \
	%D%/common.c %D%/common.h \
	%D%/project.c %D%/project.h \
	%D%/cures.c %D%/cures.h \
	%D%/diff.c %D%/diff.h \
	%D%/discover.c %D%/discover.h \
	%D%/discover_build.c \
	%D%/discover_program.c \
	%D%/doctor.c \
	%D%/dump.c \
	%D%/environment.c %D%/environment.h \
	%D%/export.c %D%/export.h \
	%D%/export_callgrind.c \
	%D%/export_sarif.c \
	%D%/export_table.c \
	%D%/filing.c %D%/filing.h \
	%D%/fuzz.c \
	%D%/gate.c %D%/gate.h \
	%D%/graph.c \
	%D%/harness.c \
	%D%/hunt.c \
	%D%/hunt_budget.c %D%/hunt_budget.h \
	%D%/manifest.c %D%/manifest.h \
	%D%/merge.c \
	%D%/names.c %D%/names.h \
	%D%/profile.c %D%/profile.h \
	%D%/profile_script.c \
	%D%/profile_stacks.c \
	%D%/profile_subject.c \
	%D%/prove.c \
	%D%/prove_points.c %D%/prove_points.h \
	%D%/prove_tests.c %D%/prove_tests.h \
	%D%/prove_kept.c %D%/prove_kept.h \
	%D%/prove_vary.c %D%/prove_vary.h \
	%D%/record.c %D%/record_internal.h \
	%D%/parts.c %D%/parts.h \
	%D%/recording.c %D%/recording.h \
	%D%/report.c \
	%D%/repro.c \
	%D%/rerun.c %D%/rerun.h \
	%D%/results.c %D%/results.h \
	%D%/rings.c %D%/rings.h \
	%D%/session.c %D%/session.h \
	%D%/show.c \
	%D%/spectra.c \
	%D%/suppress.c %D%/suppress.h \
	%D%/tests.c %D%/tests.h \
	%D%/text.c %D%/text.h \
	%D%/verbs.c %D%/verbs.h \
	%D%/wrap.c
