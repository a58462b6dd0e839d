# SPDX-License-Identifier: MIT
# Floor 1: what every program shares. Floor 0 is lib/format, headers only.

noinst_LIBRARIES += %D%/libretread.a
%C%_libretread_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(ZSTD_CFLAGS) \
	$(LIBELF_CFLAGS) $(LIBMD_CFLAGS) -DVALGRIND='"$(VALGRIND)"' \
	-DVALGRIND_VERSION='"$(VALGRIND_VERSION)"'
%C%_libretread_a_SOURCES = \
	%D%/arguments.c %D%/arguments.h \
	%D%/blocks.h \
	%D%/clock.h \
	%D%/code_pattern.c %D%/code_pattern.h \
	%D%/demangle.c %D%/demangle.h \
	%D%/digest.c %D%/digest.h \
	%D%/elf.c %D%/elf.h \
	%D%/environment.c %D%/environment.h \
	%D%/error.c %D%/error.h \
	%D%/flame.c %D%/flame.h \
	%D%/growth.c %D%/growth.h \
	%D%/interpreters.c %D%/interpreters.h \
	%D%/json.c %D%/json.h \
	%D%/junit.c %D%/junit.h \
	%D%/known_errors.c %D%/known_errors.h \
	%D%/log.c %D%/log.h \
	%D%/markup.c %D%/markup.h \
	%D%/memory.c %D%/memory.h \
	%D%/options.c %D%/options.h \
	%D%/part.c %D%/part.h \
	%D%/profile_kinds.h \
	%D%/program.c %D%/program.h \
	%D%/random.h \
	%D%/rows.c %D%/rows.h \
	%D%/sarif.c %D%/sarif.h \
	%D%/settings.c %D%/settings.h \
	%D%/search.h \
	%D%/source.c %D%/source.h \
	%D%/stacks.c %D%/stacks.h \
	%D%/subverbs.c %D%/subverbs.h \
	%D%/table.c %D%/table.h \
	%D%/test_names.c %D%/test_names.h \
	%D%/whole_file.c %D%/whole_file.h \
	%D%/words.c %D%/words.h \
	%D%/families/families.c %D%/families/families.h \
	%D%/families/family.c %D%/families/family.h \
	%D%/families/family_print.c \
	%D%/families/layout.c %D%/families/layout.h \
	%D%/families/phrases.c %D%/families/phrases.h \
	%D%/families/units.c %D%/families/units.h \
	%D%/found/command.c \
	%D%/found/export.c \
	%D%/found/found.h \
	%D%/found/inputs.c \
	%D%/found/kinds.c %D%/found/kinds.h \
	%D%/found/print.c \
	%D%/found/read.c \
	%D%/report/claim.c %D%/report/claim.h \
	%D%/report/finding.c \
	%D%/report/compare.c %D%/report/compare.h \
	%D%/report/graph.c \
	%D%/report/growth.c \
	%D%/report/identify.c \
	%D%/report/inputs.c %D%/report/inputs.h \
	%D%/report/internal.h \
	%D%/report/json.c \
	%D%/report/merge.c \
	%D%/report/order.c \
	%D%/report/proof.c %D%/report/proof.h \
	%D%/report/proof_kept.c \
	%D%/report/proved.c \
	%D%/report/rows.c \
	%D%/report/report.c %D%/report/report.h \
	%D%/report/test.c \
	%D%/report/witnesses.c \
	%D%/trace/file.c \
	%D%/trace/input.c \
	%D%/trace/internal.h \
	%D%/trace/printer.c %D%/trace/printer.h \
	%D%/trace/reader.c \
	%D%/trace/records.c \
	%D%/trace/ring.c \
	%D%/trace/trace.c %D%/trace/trace.h \
	%D%/trace/writer.c %D%/trace/writer.h \
	%D%/format/parameters.h \
	%D%/format/perf_map.h \
	%D%/format/trace_format.h
