# SPDX-License-Identifier: MIT
# Tests of growth laws: in counts that are made up, and in targets whose law is
# known.

prove_unit_tests = \
	testsuite/unit/test_prove_law
prove_test_libraries = fuzz-perf/prove/libprove.a fuzz-perf/libfuzz.a \
	lib/libretread.a $(CMOCKA_LIBS) $(GSL_LIBS) $(JANSSON_LIBS) $(LIBDW_LIBS) -lm

testsuite_unit_test_prove_law_LDADD = $(prove_test_libraries)

if HAVE_CMOCKA
check_PROGRAMS += $(prove_unit_tests)
TESTS += $(prove_unit_tests)
endif
