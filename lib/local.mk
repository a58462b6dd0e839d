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
	%D%/digest.c %D%/digest.h \
	%D%/error.c %D%/error.h \
	%D%/folders.c %D%/folders.h \
	%D%/json.c %D%/json.h \
	%D%/log.c %D%/log.h \
	%D%/markup.c %D%/markup.h \
	%D%/memory.c %D%/memory.h \
	%D%/random.h \
	%D%/rows.c %D%/rows.h %D%/rows_inside.h \
	%D%/rows_read.c \
	%D%/rows_write.c \
	%D%/rows_shared.c %D%/rows_shared.h \
	%D%/search.h \
	%D%/table.c %D%/table.h \
	%D%/whole_file.c %D%/whole_file.h \
	%D%/words.c %D%/words.h \
	%D%/code/code_pattern.c %D%/code/code_pattern.h \
	%D%/code/demangle.c %D%/code/demangle.h \
	%D%/code/elf.c %D%/code/elf.h \
	%D%/code/interpreters.c %D%/code/interpreters.h \
	%D%/code/short_name.c %D%/code/short_name.h \
	%D%/code/source.c %D%/code/source.h \
	%D%/code/test_names.c %D%/code/test_names.h \
	%D%/command/environment.c %D%/command/environment.h \
	%D%/command/known_errors.c %D%/command/known_errors.h \
	%D%/command/options.c %D%/command/options.h \
	%D%/command/part.c %D%/command/part.h \
	%D%/command/program.c %D%/command/program.h \
	%D%/command/settings.c %D%/command/settings.h \
	%D%/command/subverbs.c %D%/command/subverbs.h \
	%D%/families/families.c %D%/families/families.h \
	%D%/families/family.c %D%/families/family.h \
	%D%/families/family_print.c \
	%D%/families/headed.c %D%/families/headed.h \
	%D%/families/layout.c %D%/families/layout.h \
	%D%/families/parts.c %D%/families/parts.h \
	%D%/families/phrases.c %D%/families/phrases.h \
	%D%/families/twins.c %D%/families/twins.h \
	%D%/families/units.c %D%/families/units.h \
	%D%/format/caught_process.h \
	%D%/format/parameters.h \
	%D%/format/perf_map.h \
	%D%/format/trace_format.h \
	%D%/found/command.c \
	%D%/found/export.c \
	%D%/found/found.h \
	%D%/found/inputs.c \
	%D%/found/kinds.c %D%/found/kinds.h \
	%D%/found/print.c \
	%D%/found/read.c \
	%D%/found/searches.c \
	%D%/growth/growth.c %D%/growth/growth.h \
	%D%/growth/law.c %D%/growth/law.h \
	%D%/growth/law_given.c \
	%D%/output/junit.c %D%/output/junit.h \
	%D%/output/profile_kinds.h \
	%D%/output/sarif.c %D%/output/sarif.h \
	%D%/output/stacks.c %D%/output/stacks.h \
	%D%/pictures/flame.c %D%/pictures/flame.h \
	%D%/pictures/plot.c %D%/pictures/plot.h \
	%D%/pictures/proof_plot.c %D%/pictures/proof_plot.h \
	%D%/pictures/strip.c %D%/pictures/strip.h \
	%D%/report/cause.c %D%/report/cause.h \
	%D%/report/claim.c %D%/report/claim.h \
	%D%/report/clause.c %D%/report/clause.h \
	%D%/report/compare.c %D%/report/compare.h \
	%D%/report/finding.c \
	%D%/report/cost.c \
	%D%/report/graph.c \
	%D%/report/growth.c \
	%D%/report/identify.c \
	%D%/report/inputs.c %D%/report/inputs.h \
	%D%/report/joins.h \
	%D%/report/json.c \
	%D%/report/merge.c \
	%D%/report/order.c \
	%D%/report/nesting.c \
	%D%/report/proof.c %D%/report/proof.h \
	%D%/report/proof_kept.c \
	%D%/report/proved.c \
	%D%/report/report.c %D%/report/report.h \
	%D%/report/rows.c \
	%D%/report/rule.c \
	%D%/report/test.c \
	%D%/report/test_walk.c \
	%D%/report/witnesses.c \
	%D%/trace/ahead.c \
	%D%/trace/block_source.h \
	%D%/trace/file.c \
	%D%/trace/handover.c %D%/trace/handover.h \
	%D%/trace/input.c \
	%D%/trace/printer.c %D%/trace/printer.h \
	%D%/trace/reader.c \
	%D%/trace/records.c \
	%D%/trace/ring.c \
	%D%/trace/trace.c %D%/trace/trace.h \
	%D%/trace/writer.c %D%/trace/writer.h
