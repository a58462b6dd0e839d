# SPDX-License-Identifier: MIT
# Tests that are grown in place.

testsuite_unit_test_detours_SOURCES = testsuite/unit/test_detours.c \
	fuzz-perf/grow/agent_detours.c
testsuite_unit_test_detours_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) -g -O2
testsuite_unit_test_detours_LDADD = $(grow_libraries) $(CMOCKA_LIBS)
testsuite_unit_test_grow_imports_LDADD = $(grow_libraries) $(CMOCKA_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += testsuite/unit/test_detours testsuite/unit/test_grow_imports
TESTS += testsuite/unit/test_detours testsuite/unit/test_grow_imports
endif

dist_check_SCRIPTS += %D%/chosen.tap %D%/gate.tap %D%/handed.tap %D%/library.tap %D%/limits.tap %D%/loops.tap %D%/rooms.tap %D%/suite.tap \
	%D%/ways.tap
EXTRA_DIST += %D%/test_views.cc %D%/views.cc %D%/views.h %D%/bag.c %D%/bag.h %D%/table.c %D%/programs %D%/suite_runner.c %D%/table.h %D%/test_bag.c %D%/test_once.c %D%/test_table.c
