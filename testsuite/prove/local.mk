# SPDX-License-Identifier: MIT
# Tests of growth laws: in counts that are made up, and in targets whose law is
# known.

prove_unit_tests = \
	testsuite/unit/test_families \
	testsuite/unit/test_prove_family \
	testsuite/unit/test_prove_judged \
	testsuite/unit/test_prove_law \
	testsuite/unit/test_prove_law_given \
	testsuite/unit/test_prove_points
prove_test_libraries = fuzz-perf/prove/libprove.a fuzz-perf/libfuzz.a \
	lib/libretread.a $(CMOCKA_LIBS) $(JANSSON_LIBS) $(LIBDW_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) $(ZLIB_LIBS) -lm

testsuite_unit_test_prove_law_LDADD = $(prove_test_libraries)
testsuite_unit_test_prove_law_given_LDADD = $(prove_test_libraries)
testsuite_unit_test_prove_points_SOURCES = testsuite/unit/test_prove_points.c \
	testsuite/unit/walk_report.c testsuite/unit/walk_report.h
testsuite_unit_test_prove_judged_LDADD = $(prove_test_libraries)
testsuite_unit_test_prove_family_LDADD = $(prove_test_libraries)
testsuite_unit_test_families_LDADD = $(prove_test_libraries)

if HAVE_CMOCKA
check_PROGRAMS += $(prove_unit_tests)
TESTS += $(prove_unit_tests)
endif

prove_laws = append backtrack binary_search constant_and_linear count_words \
	find_close flood header heap insertion_sort lists look_back match_all merge \
	move_up nested seeded sixteen sort_often square_root triples

if HAVE_RETREAD_CC
%D%/laws.stamp: $(top_srcdir)/%D%/laws.c $(top_srcdir)/%D%/slow.c $(fuzz_parts)
	$(AM_V_GEN)$(MKDIR_P) %D%/laws && \
	for law in $(prove_laws); do \
		./retread-cc -g -O1 -Wall -DLAW=$$law -o %D%/laws/$$law \
			$(top_srcdir)/%D%/laws.c || exit 1; \
	done && ./retread-cc -g -O1 -Wall -o %D%/laws/slow \
		$(top_srcdir)/%D%/slow.c && echo done >$@
check_DATA += %D%/laws.stamp
dist_check_SCRIPTS += %D%/budget.tap %D%/damaged.tap %D%/laws.tap
endif
CLEANFILES += %D%/laws.stamp %D%/laws/slow $(prove_laws:%=%D%/laws/%)
EXTRA_DIST += %D%/budget.tap %D%/damaged.tap %D%/slow.c %D%/laws.c %D%/laws.tap %D%/truth.txt

# The example, from its unit test to a proof.
if HAVE_RETREAD_CC
%D%/fuzz-table: $(fuzz_parts) \
		$(top_srcdir)/examples/word-count/table.c \
		$(top_srcdir)/examples/word-count/fuzz-table.c
	$(AM_V_GEN)$(MKDIR_P) %D% && ./retread-cc -g -O1 -Wall -o $@ \
		$(top_srcdir)/examples/word-count/fuzz-table.c \
		$(top_srcdir)/examples/word-count/table.c
check_DATA += %D%/fuzz-table
dist_check_SCRIPTS += %D%/word-count.tap
endif
CLEANFILES += %D%/fuzz-table
EXTRA_DIST += %D%/word-count.tap

# A walk whose loop, read and call are on lines of their own, wherever compilers
# would move them.
if HAVE_RETREAD_CC
%D%/aim-test: $(top_srcdir)/%D%/aim.cc
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	$(CXX) -g -O0 -o $@ $(top_srcdir)/%D%/aim.cc
%D%/aim-target: $(top_srcdir)/%D%/aim.cc $(fuzz_parts)
	$(AM_V_GEN)$(MKDIR_P) %D% && ./retread-c++ -g -O1 -Wall -DTARGET -o $@ \
		$(top_srcdir)/%D%/aim.cc
check_DATA += %D%/aim-test %D%/aim-target
dist_check_SCRIPTS += %D%/aim.tap
endif
CLEANFILES += %D%/aim-test %D%/aim-target
EXTRA_DIST += %D%/aim.cc %D%/aim.tap

# Names that must differ, in the syntaxes of a few inputs.
if HAVE_RETREAD_CC
dist_check_SCRIPTS += %D%/names.tap
endif
EXTRA_DIST += %D%/fuzz-names.c %D%/names.c %D%/names.h %D%/names.tap

# The same, read from files.
dist_check_SCRIPTS += %D%/grow.tap
EXTRA_DIST += %D%/read-names.c

# A test whose size is an argument; the same with another text, and with another
# name of what is walked.
check_PROGRAMS += %D%/vary %D%/vary-other %D%/vary-renamed
%C%_vary_SOURCES = %D%/vary.c
%C%_vary_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) -g -O0 -fno-sanitize=all
%C%_vary_LDFLAGS = -fno-sanitize=all
%C%_vary_other_SOURCES = %D%/vary.c
%C%_vary_other_CPPFLAGS = $(AM_CPPFLAGS) -DOTHER_TEXT
%C%_vary_other_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) -g -O0 -fno-sanitize=all
%C%_vary_other_LDFLAGS = -fno-sanitize=all
%C%_vary_renamed_SOURCES = %D%/vary.c
%C%_vary_renamed_CPPFLAGS = $(AM_CPPFLAGS) -DOTHER_ROOT
%C%_vary_renamed_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) -g -O0 -fno-sanitize=all
%C%_vary_renamed_LDFLAGS = -fno-sanitize=all
dist_check_SCRIPTS += %D%/vary.tap %D%/witness.tap %D%/in-place.tap %D%/texts.tap %D%/watched.tap %D%/all.tap %D%/next.tap

# Targets from debug information.
if HAVE_RETREAD_CC
dist_check_SCRIPTS += %D%/harness.tap
endif
EXTRA_DIST += %D%/harness.tap %D%/harness-library.c %D%/harness-library.cc
