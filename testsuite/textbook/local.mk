# SPDX-License-Identifier: MIT
# The dissertation's examples, compiled by the tests themselves.

check_PROGRAMS += %D%/check_findings
dist_check_SCRIPTS += \
	%D%/textbook-clang.tap \
	%D%/textbook-gcc.tap

EXTRA_DIST += \
	%D%/textbook.sh \
	%D%/expected.txt \
	%D%/textbook.h %D%/list.c %D%/array.c \
	%D%/contains.c %D%/contains_main.c \
	%D%/containsAll.c %D%/containsAll_main.c %D%/containsAll_unity.c \
	%D%/sum.c %D%/sum_main.c \
	%D%/len.c %D%/len_main.c \
	%D%/addPair.c %D%/addPair_main.c \
	%D%/third.c %D%/third_main.c \
	%D%/alt.c %D%/alt_main.c \
	%D%/containers.h %D%/build.cpp \
	%D%/list.cpp %D%/list_main.cpp \
	%D%/vector.cpp %D%/vector_main.cpp \
	%D%/map.cpp %D%/map_main.cpp
