# SPDX-License-Identifier: MIT
# The shapes of re-walks, compiled by the tests themselves.

check_PROGRAMS += %D%/check_verdicts
dist_check_SCRIPTS += \
	%D%/rewalk-clang.tap \
	%D%/rewalk-gcc.tap

EXTRA_DIST += \
	%D%/rewalk.sh \
	%D%/expected.txt \
	%D%/matrix.h %D%/shapes.h %D%/main.c \
	%D%/containers.c %D%/lists.c %D%/arrays.c %D%/strings.c %D%/system.c
