# SPDX-License-Identifier: MIT
# Targets for tests of the fuzzer, compiled by retread-cc as a user would, and
# the tests that need them.

fuzz_unit_tests = \
	testsuite/unit/test_fuzz_aim \
	testsuite/unit/test_fuzz_context \
	testsuite/unit/test_fuzz_dictionary \
	testsuite/unit/test_fuzz_fields \
	testsuite/unit/test_fuzz_mutate \
	testsuite/unit/test_fuzz_operands \
	testsuite/unit/test_fuzz_recode \
	testsuite/unit/test_fuzz_reduce \
	testsuite/unit/test_fuzz_walk
fuzz_target_tests = testsuite/unit/test_fuzz_example
fuzz_test_libraries = fuzz-perf/libfuzz.a lib/libretread.a $(CMOCKA_LIBS) \
	$(JANSSON_LIBS) $(LIBDW_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) $(ZLIB_LIBS) -lm

testsuite_unit_test_fuzz_aim_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_context_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_dictionary_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_fields_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_mutate_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_operands_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_recode_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_reduce_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_walk_LDADD = $(fuzz_test_libraries)
testsuite_unit_test_fuzz_example_LDADD = $(fuzz_test_libraries)

fuzz_targets = \
	%D%/targets/blocks \
	%D%/targets/comparisons \
	%D%/targets/crossing \
	%D%/targets/domain \
	%D%/targets/faults \
	%D%/targets/figure61 \
	%D%/targets/generator \
	%D%/targets/heap \
	%D%/targets/inflated \
	%D%/targets/kinds \
	%D%/targets/main_stdin \
	%D%/targets/matching \
	%D%/targets/mutator \
	%D%/targets/pairs \
	%D%/targets/records \
	%D%/targets/word_frequency

fuzz_parts = retread-cc$(EXEEXT) libexec/retread/retread-count.so \
	libexec/retread/libretread-runtime.a \
	libexec/retread/libretread-gen.a \
	libexec/retread/include/retread/gen.h \
	libexec/retread/include/fuzz_domain.h

if HAVE_RETREAD_CC
# One source each. Figure 6.1 is about comparisons.
$(fuzz_targets): $(fuzz_parts)
	$(AM_V_GEN)$(MKDIR_P) testsuite/fuzz-perf/targets && \
	case $@ in *comparisons|*figure61|*matching) RETREAD_OPTIONS=cmp; export RETREAD_OPTIONS;; esac; \
	./retread-cc -g -Wall -o $@ $(top_srcdir)/$@.c $(ZLIB_LIBS)
check_DATA += $(fuzz_targets)

if HAVE_CMOCKA
check_PROGRAMS += $(fuzz_target_tests)
TESTS += $(fuzz_target_tests)
endif
dist_check_SCRIPTS += \
	%D%/afl_tools.tap \
	%D%/array.tap \
	%D%/compiler.tap \
	%D%/campaign.tap \
	%D%/hosts.tap \
	%D%/domains.tap \
	%D%/examples.tap \
	%D%/faults.tap \
	%D%/generator.tap \
	%D%/guidance.tap \
	%D%/seeds.tap \
	%D%/shrink.tap
endif
dist_check_SCRIPTS += %D%/generate.tap %D%/no-source.tap %D%/no-source-context.tap \
	%D%/no-source-counts.tap %D%/packaged.tap
if HAVE_CMOCKA
check_PROGRAMS += $(fuzz_unit_tests)
TESTS += $(fuzz_unit_tests)
endif
CLEANFILES += $(fuzz_targets)
EXTRA_DIST += \
	%D%/campaign.bash \
	%D%/no-source/agree.py \
	%D%/no-source/anew.c \
	%D%/no-source/influence.c \
	%D%/no-source/kills.sh \
	%D%/no-source/letters.c \
	%D%/no-source/library.c \
	%D%/no-source/program.c \
	%D%/no-source/walk.c \
	%D%/campaign.tap \
	%D%/hosts.tap \
	%D%/afl_tools.tap \
	%D%/array.tap \
	%D%/compiler.tap \
	%D%/domains.tap \
	%D%/examples.tap \
	%D%/faults.tap \
	%D%/generator.tap \
	%D%/guidance.tap \
	%D%/seeds.tap \
	%D%/shrink.tap \
	testsuite/unit/test_fuzz_example.c \
	%D%/targets/blocks.c \
	%D%/targets/comparisons.c \
	%D%/targets/crossing.c \
	%D%/targets/diff.c \
	%D%/targets/domain.c \
	%D%/targets/faults.c \
	%D%/targets/figure61.c \
	%D%/targets/generator.c \
	%D%/targets/heap.c \
	%D%/targets/inflated.c \
	%D%/targets/kinds.c \
	%D%/targets/main_stdin.c \
	%D%/targets/matching.c \
	%D%/targets/mutator.c \
	%D%/targets/pairs.c \
	%D%/targets/records.c \
	%D%/targets/word_frequency.c
