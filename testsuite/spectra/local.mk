# SPDX-License-Identifier: MIT
# Tests of `retread spectra` and of the Valgrind tool behind it.

dist_check_SCRIPTS += \
	%D%/errors.tap \
	%D%/kernels.tap \
	%D%/loop.tap \
	%D%/lost.tap \
	%D%/prepare.tap \
	%D%/report.tap \
	%D%/shapes.tap \
	%D%/shims.tap \
	%D%/table3.tap \
	%D%/traps.tap

EXTRA_DIST += \
	%D%/crash.c \
	%D%/kernel.bash \
	%D%/kernels.cases \
	%D%/kernels.expected \
	%D%/loop.cpp \
	%D%/loop.py \
	%D%/lost.cpp \
	%D%/shapes.cpp \
	%D%/shapes.h \
	%D%/shapes_part.cpp \
	%D%/shims.cpp \
	%D%/trap_step.inc \
	%D%/traps.cpp \
	%D%/traps_host.cpp \
	%D%/variables.py
