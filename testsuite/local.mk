# SPDX-License-Identifier: MIT
# All tests, run as TAP by Automake's parallel harness.
#
# A unit test is one file testsuite/unit/test_MODULE.c and one row in
# unit_tests; it is linked with all our libraries by LDADD. A script is one
# executable file *.tap (bash) and one row in dist_check_SCRIPTS. It finds
# $(top_srcdir), $(top_builddir) and $(CC) in its environment, and sources
# testsuite/tap.bash.

LDADD = $(analyzer_libraries) viz/libviz.a cli/libcli.a lib/libretread.a \
	$(CMOCKA_LIBS) $(SQLITE_LIBS) $(HOSTED_LIBS)

unit_tests = \
	%D%/unit/test_allocation_name \
	%D%/unit/test_arguments \
	%D%/unit/test_blame \
	%D%/unit/test_chains \
	%D%/unit/test_chosen_code \
	%D%/unit/test_commands \
	%D%/unit/test_environment \
	%D%/unit/test_error \
	%D%/unit/test_folders \
	%D%/unit/test_growth \
	%D%/unit/test_hls_inputs \
	%D%/unit/test_json \
	%D%/unit/test_log \
	%D%/unit/test_markup \
	%D%/unit/test_memory \
	%D%/unit/test_names \
	%D%/unit/test_output \
	%D%/unit/test_part \
	%D%/unit/test_profile \
	%D%/unit/test_proof \
	%D%/unit/test_promised_cost \
	%D%/unit/test_report \
	%D%/unit/test_report_cause \
	%D%/unit/test_report_growth \
	%D%/unit/test_report_identity \
	%D%/unit/test_report_read \
	%D%/unit/test_rows \
	%D%/unit/test_options \
	%D%/unit/test_redundant_sequences \
	%D%/unit/test_rewalk \
	%D%/unit/test_rewalk_rule \
	%D%/unit/test_rewalk_severity \
	%D%/unit/test_rewalk_shown \
	%D%/unit/test_analysis \
	%D%/unit/test_lifetimes \
	%D%/unit/test_stack \
	%D%/unit/test_template \
	%D%/unit/test_test_code \
	%D%/unit/test_symbols \
	%D%/unit/test_symbols_cache \
	%D%/unit/test_symbols_damage \
	%D%/unit/test_symbols_kinds \
	%D%/unit/test_symbols_names \
	%D%/unit/test_labels \
	%D%/unit/test_trace \
	%D%/unit/test_trace_ahead \
	%D%/unit/test_trace_damage \
	%D%/unit/test_trace_printer \
	%D%/unit/test_trace_ring \
	%D%/unit/test_whole_file

# The only user of GSL.
%C%_unit_test_growth_SOURCES = %D%/unit/test_growth.c
%C%_unit_test_growth_CPPFLAGS = $(AM_CPPFLAGS) $(GSL_CFLAGS)
%C%_unit_test_growth_LDADD = lib/libretread.a $(CMOCKA_LIBS) $(GSL_LIBS) -lm

# What is linked into kernels, with a kernel of its own.
%C%_unit_test_hls_inputs_SOURCES = %D%/unit/test_hls_inputs.c
%C%_unit_test_hls_inputs_LDADD = libexec/retread/libretread-hls.a \
	$(CMOCKA_LIBS) -lm

# Reports made by hand.
%C%_unit_test_report_SOURCES = %D%/unit/test_report.c \
	%D%/unit/walk_report.c %D%/unit/walk_report.h
%C%_unit_test_report_cause_SOURCES = %D%/unit/test_report_cause.c
%C%_unit_test_report_growth_SOURCES = %D%/unit/test_report_growth.c \
	%D%/unit/walk_report.c %D%/unit/walk_report.h
%C%_unit_test_report_identity_SOURCES = %D%/unit/test_report_identity.c \
	%D%/unit/walk_report.c %D%/unit/walk_report.h

%C%_unit_test_rows_SOURCES = %D%/unit/test_rows.c \
	%D%/unit/walk_report.c %D%/unit/walk_report.h

# The analysis on stacks and traces made by hand, with symbols made up.
%C%_unit_test_lifetimes_SOURCES = %D%/unit/test_lifetimes.c \
	%D%/unit/fake_symbols.c %D%/unit/fake_symbols.h
%C%_unit_test_rewalk_SOURCES = %D%/unit/test_rewalk.c \
	%D%/unit/rewalk_program.c %D%/unit/rewalk_program.h \
	%D%/unit/rewalk_reference.c %D%/unit/rewalk_reference.h
%C%_unit_test_stack_SOURCES = %D%/unit/test_stack.c \
	%D%/unit/fake_symbols.c %D%/unit/fake_symbols.h
%C%_unit_test_analysis_SOURCES = %D%/unit/test_analysis.c \
	%D%/unit/scene.c %D%/unit/scene.h \
	%D%/unit/fake_symbols.c %D%/unit/fake_symbols.h \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_unit_test_blame_SOURCES = %D%/unit/test_blame.c \
	%D%/unit/scene.c %D%/unit/scene.h \
	%D%/unit/fake_symbols.c %D%/unit/fake_symbols.h \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h

# Symbols and labels of small programs compiled by the tests.
%C%_unit_test_labels_SOURCES = %D%/unit/test_labels.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c
%C%_unit_test_symbols_cache_SOURCES = %D%/unit/test_symbols_cache.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c
%C%_unit_test_symbols_damage_SOURCES = %D%/unit/test_symbols_damage.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c
%C%_unit_test_symbols_kinds_SOURCES = %D%/unit/test_symbols_kinds.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c
%C%_unit_test_symbols_names_SOURCES = %D%/unit/test_symbols_names.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c
%C%_unit_test_symbols_SOURCES = %D%/unit/test_symbols.c \
	%D%/unit/subject.c %D%/unit/subject.h %D%/unit/subject_list.c

%C%_unit_test_trace_SOURCES = %D%/unit/test_trace.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_unit_test_trace_ahead_SOURCES = %D%/unit/test_trace_ahead.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_unit_test_trace_damage_SOURCES = %D%/unit/test_trace_damage.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_unit_test_trace_printer_SOURCES = %D%/unit/test_trace_printer.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_unit_test_trace_ring_SOURCES = %D%/unit/test_trace_ring.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h

dist_check_SCRIPTS = \
	%D%/ir/interpret.tap \
	%D%/cli/retread-discover.tap \
	%D%/cli/retread-doctor.tap \
	%D%/cli/retread-found.tap \
	%D%/cli/retread-manual.tap \
	%D%/cli/budget.tap \
	%D%/cli/jobs.tap \
	%D%/cli/examples.tap \
	%D%/cli/cache.tap \
	%D%/cli/changed.tap \
	%D%/cli/history.tap \
	%D%/cli/retread-merge.tap \
	%D%/cli/shards.tap \
	%D%/cli/shared-disk.tap \
	%D%/cli/slurm.tap \
	%D%/cli/submit.tap \
	%D%/cli/triage.tap \
	%D%/cli/retread-choose.tap \
	%D%/cli/retread-names.tap \
	%D%/cli/retread-project.tap \
	%D%/cli/retread-record.tap \
	%D%/cli/retread-record-sizes.tap \
	%D%/cli/one-cause.tap \
	%D%/cli/retread-report.tap \
	%D%/cli/retread-runners.tap \
	%D%/cli/debug-kinds.tap \
	%D%/cli/dump.tap \
	%D%/cli/valgrind-tool.tap \
	%D%/house/analyze.tap \
	%D%/house/configure.tap \
	%D%/house/documents.tap \
	%D%/house/english.tap \
	%D%/house/example.tap \
	%D%/house/howto.tap \
	%D%/house/includes.tap \
	%D%/house/names.tap \
	%D%/house/objects.tap \
	%D%/house/packages.tap \
	%D%/house/recipes.tap \
	%D%/cli/integration.tap \
	%D%/house/install.tap \
	%D%/house/paper.tap \
	%D%/house/precision.tap \
	%D%/house/schema.tap \
	%D%/house/quickstart.tap \
	%D%/house/sources.tap \
	%D%/house/style.tap

# Results of recordings, made for the verbs that read them.
check_PROGRAMS += %D%/cli/make_results

# The published schemas, from the rows of lib/rows.h.
check_PROGRAMS += %D%/house/print_schema
.PHONY: schemas
schemas: %D%/house/print_schema
	for name in report proof divergences inputs ir; do \
		%D%/house/print_schema $$name \
			>$(srcdir)/doc/retread-$$name-1.schema.json || exit; \
	done

EXTRA_DIST += \
	%D%/cli/check-schema %D%/cli/contents \
	%D%/cli/in-terminal \
	%D%/cli/mini-slurm \
	%D%/cli/sizes.c \
	%D%/cli/walk.c \
	%D%/cli/subject.c \
	%D%/cli/unity.c \
	%D%/cli/names.cc \
	%D%/cli/report.expected \
	%D%/cli/report-all.expected \
	%D%/cli/show.expected \
	%D%/tap.bash \
	%D%/house/include-edges \
	%D%/house/object-edges

if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif
TESTS += $(dist_check_SCRIPTS)

# Fuzz targets with their seeds and the same changes to them every time.
# testsuite/fuzz/fuzz_trace.c says how to run one under libFuzzer.
fuzz_tests = %D%/fuzz/fuzz_trace_check %D%/fuzz/fuzz_found_check \
	%D%/fuzz/fuzz_pages
check_PROGRAMS += $(fuzz_tests)
TESTS += $(fuzz_tests)
%C%_fuzz_fuzz_pages_SOURCES = %D%/fuzz/fuzz_pages.c \
	%D%/unit/walk_report.c %D%/unit/walk_report.h
%C%_fuzz_fuzz_pages_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
%C%_fuzz_fuzz_pages_LDADD = viz/libviz.a lib/libretread.a $(GRAPHVIZ_LIBS) \
	$(JANSSON_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) -lm
%C%_fuzz_fuzz_trace_check_SOURCES = %D%/fuzz/fuzz.h %D%/fuzz/fuzz_driver.c \
	%D%/fuzz/fuzz_trace.c \
	%D%/unit/trace_builder.c %D%/unit/trace_builder.h
%C%_fuzz_fuzz_found_check_SOURCES = %D%/fuzz/fuzz.h %D%/fuzz/fuzz_driver.c \
	%D%/fuzz/fuzz_found.c

TEST_EXTENSIONS = .tap
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(TAP_DRIVER)
TAP_LOG_DRIVER = $(TAP_DRIVER)
TAP_LOG_COMPILER = bash
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CC='$(CC)'; export CC; \
	VALGRIND='$(VALGRIND)'; export VALGRIND;

# Only the unit tests: for builds with sanitizers, under which a recorded
# program would not run.
check-unit:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(unit_tests) $(fuzz_tests)' check_DATA=

# Prints which folder includes which; fails if one points up or sideways.
floors:
	@bash $(top_srcdir)/testsuite/house/include-edges $(top_srcdir)

# Reads every product file with clang's static analyzer; a report is an error.
# A file is read again when it or a header has changed. Each has its own flags,
# or more: those of the programs.
analysis = analysis
analyzed_tree = $(top_srcdir)
analyzed = $(patsubst $(analyzed_tree)/%.c,$(analysis)/%.clean,$(wildcard \
	$(foreach floor,lib vg-tools analyzer fuzz-perf viz cli, \
	$(analyzed_tree)/$(floor)/*.c $(analyzed_tree)/$(floor)/*/*.c) \
	$(if $(IR_LLVM),$(analyzed_tree)/fuzz-perf/ir/llvm/*.c)))
analyze_CPPFLAGS = $(lib_libretread_a_CPPFLAGS) \
	$(lib_kernel_libkernel_a_CPPFLAGS) \
	$(analyzer_spectra_libspectra_a_CPPFLAGS) $(viz_libviz_a_CPPFLAGS) \
	$(retread_cc_CPPFLAGS) $(cli_libcli_a_CPPFLAGS)
$(analysis)/vg-tools/%.clean: analyze_CPPFLAGS = $(VALGRIND_TOOL_CPPFLAGS)
$(analysis)/fuzz-perf/ir/llvm/%.clean: analyze_CPPFLAGS = $(AM_CPPFLAGS) \
	-isystem `llvm-config-$(firstword $(IR_LLVM)) --includedir`
$(analysis)/%.clean: $(analyzed_tree)/%.c
	@test -n '$(CLANG)' || \
		{ echo 'make analyze needs clang (see configure)' >&2; exit 1; }
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		$(CLANG) --analyze -Xclang -analyzer-werror \
		--analyzer-output text -std=gnu11 $(DEFS) $(DEFAULT_INCLUDES) \
		$(analyze_CPPFLAGS) -MMD -MP -MF $(@:.clean=.d) -MT $@ \
		-o $(@:.clean=.text) $< && touch $@
-include $(wildcard $(analyzed:.clean=.d))
analyze: $(analyzed)
mostlyclean-local:
	rm -rf analysis
.PHONY: check-unit floors analyze
