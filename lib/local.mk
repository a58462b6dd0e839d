# SPDX-License-Identifier: MIT
# Floor 1: what every program shares. Floor 0 is lib/format, headers only.

noinst_LIBRARIES += %D%/libretread.a
%C%_libretread_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(ZSTD_CFLAGS) \
	$(LIBELF_CFLAGS) $(LIBMD_CFLAGS)
%C%_libretread_a_SOURCES = \
	%D%/code_pattern.c \
	%D%/code_pattern.h \
	%D%/demangle.c \
	%D%/demangle.h \
	%D%/digest.c \
	%D%/digest.h \
	%D%/elf.c \
	%D%/elf.h \
	%D%/error.c \
	%D%/error.h \
	%D%/flame.c \
	%D%/flame.h \
	%D%/markup.c \
	%D%/markup.h \
	%D%/memory.c \
	%D%/memory.h \
	%D%/log.c \
	%D%/log.h \
	%D%/options.c \
	%D%/options.h \
	%D%/json.c \
	%D%/json.h \
	%D%/profile_kinds.h \
	%D%/proof.c \
	%D%/proof.h \
	%D%/report.c \
	%D%/report.h \
	%D%/report_compare.c \
	%D%/report_compare.h \
	%D%/report_graph.c \
	%D%/report_growth.c \
	%D%/report_identify.c \
	%D%/report_internal.h \
	%D%/report_json.c \
	%D%/report_merge.c \
	%D%/report_proof.c \
	%D%/report_read.c \
	%D%/report_test.c \
	%D%/source.c \
	%D%/source.h \
	%D%/stacks.c \
	%D%/stacks.h \
	%D%/trace.c \
	%D%/trace.h \
	%D%/trace_file.c \
	%D%/trace_input.c \
	%D%/trace_internal.h \
	%D%/trace_printer.c \
	%D%/trace_printer.h \
	%D%/trace_records.c \
	%D%/trace_ring.c \
	%D%/trace_writer.c \
	%D%/trace_writer.h \
	%D%/whole_file.c \
	%D%/whole_file.h \
	%D%/words.c \
	%D%/words.h \
	%D%/format/perf_map.h \
	%D%/format/trace_format.h
