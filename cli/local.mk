# SPDX-License-Identifier: MIT
# `retread`: verbs that start the other programs.

bin_PROGRAMS += retread
retread_SOURCES = %D%/main.c
retread_LDADD = %D%/libcli.a lib/libretread.a $(JANSSON_LIBS) $(LIBELF_LIBS) \
	$(ZSTD_LIBS) $(LIBMD_LIBS) -lm

noinst_LIBRARIES += %D%/libcli.a
%C%_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) \
	-DVALGRIND='"$(VALGRIND)"' \
	-DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' \
	-DMANDIR='"$(mandir)"'
%C%_libcli_a_SOURCES = \
	%D%/commands.c %D%/commands.h \
	%D%/common.c %D%/common.h \
	%D%/cures.c %D%/cures.h \
	%D%/diff.c %D%/diff.h \
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
	%D%/hunt.c \
	%D%/manifest.c %D%/manifest.h \
	%D%/merge.c \
	%D%/names.c %D%/names.h \
	%D%/prove.c \
	%D%/record.c \
	%D%/parts.c %D%/parts.h \
	%D%/recording.c %D%/recording.h \
	%D%/report.c \
	%D%/repro.c \
	%D%/results.c %D%/results.h \
	%D%/rings.c %D%/rings.h \
	%D%/session.c %D%/session.h \
	%D%/show.c \
	%D%/spectra.c \
	%D%/suppress.c %D%/suppress.h \
	%D%/text.c %D%/text.h \
	%D%/verbs.c %D%/verbs.h
