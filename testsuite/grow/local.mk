# SPDX-License-Identifier: MIT
# Tests that are grown in place.

dist_check_SCRIPTS += %D%/chosen.tap %D%/gate.tap %D%/handed.tap %D%/library.tap %D%/limits.tap %D%/loops.tap %D%/suite.tap \
	%D%/ways.tap
EXTRA_DIST += %D%/test_views.cc %D%/views.cc %D%/views.h %D%/bag.c %D%/bag.h %D%/table.c %D%/programs %D%/suite_runner.c %D%/table.h %D%/test_bag.c %D%/test_once.c %D%/test_table.c
