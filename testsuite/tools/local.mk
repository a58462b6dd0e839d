# SPDX-License-Identifier: MIT
# Tests of the Valgrind tools, which the tests run without the front end.

dist_check_SCRIPTS += \
	%D%/same-twice.tap \
	%D%/snap/edges.tap \
	%D%/soak.tap \
	%D%/retread/carried.tap \
	%D%/retread/control.tap \
	%D%/retread/epochs.tap \
	%D%/retread/heap.tap \
	%D%/retread/strings.tap \
	%D%/retread/memory.tap \
	%D%/retread/files.tap \
	%D%/retread/process.tap \
	%D%/retread/quiet.tap \
	%D%/retread/reads.tap \
	%D%/retread/settled.tap \
	%D%/retread/threads.tap \
	%D%/retread/shadow.tap \
	%D%/retread/stack.tap

EXTRA_DIST += \
	%D%/retread/carried.c \
	%D%/retread/control.cc \
	%D%/retread/coroutines.c \
	%D%/retread/epochs.c \
	%D%/retread/heap.c \
	%D%/retread/layout.c \
	%D%/retread/moved.c \
	%D%/retread/files.c \
	%D%/retread/fold.c \
	%D%/retread/process.c \
	%D%/retread/quiet.c \
	%D%/retread/producers.c \
	%D%/retread/rare_searches.c \
	%D%/retread/reads.c \
	%D%/retread/rebase.c \
	%D%/retread/shadow.c \
	%D%/retread/siblings.c \
	%D%/retread/stack.cc \
	%D%/retread/strings.c \
	%D%/retread/threads.c \
	%D%/retread/tool.bash \
	%D%/retread/wide.c \
	%D%/retread/wrapped.c \
	%D%/snap/edges.c \
	%D%/snap/inherit.c \
	%D%/snap/object.c
