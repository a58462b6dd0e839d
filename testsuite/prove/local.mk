# SPDX-License-Identifier: MIT
# Tests of growth laws: in counts that are made up, and in targets whose law is
# known.

prove_unit_tests = \
	testsuite/unit/test_prove_family \
	testsuite/unit/test_prove_law
prove_test_libraries = fuzz-perf/prove/libprove.a fuzz-perf/libfuzz.a \
	lib/libretread.a $(CMOCKA_LIBS) $(GSL_LIBS) $(JANSSON_LIBS) $(LIBDW_LIBS) -lm

testsuite_unit_test_prove_law_LDADD = $(prove_test_libraries)
testsuite_unit_test_prove_family_LDADD = $(prove_test_libraries)

if HAVE_CMOCKA
check_PROGRAMS += $(prove_unit_tests)
TESTS += $(prove_unit_tests)
endif

prove_laws = append backtrack binary_search constant_and_linear count_words \
	find_close flood header heap insertion_sort look_back match_all merge \
	move_up nested seeded sixteen sort_often square_root triples

if HAVE_RETREAD_CC
%D%/laws.stamp: $(top_srcdir)/%D%/laws.c $(fuzz_parts)
	$(AM_V_GEN)$(MKDIR_P) %D%/laws && \
	for law in $(prove_laws); do \
		./retread-cc -g -O1 -Wall -DLAW=$$law -o %D%/laws/$$law \
			$(top_srcdir)/%D%/laws.c || exit 1; \
	done && echo done >$@
check_DATA += %D%/laws.stamp
dist_check_SCRIPTS += %D%/laws.tap
endif
CLEANFILES += %D%/laws.stamp $(prove_laws:%=%D%/laws/%)
EXTRA_DIST += %D%/laws.c %D%/laws.tap %D%/truth.txt

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
