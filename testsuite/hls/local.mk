# SPDX-License-Identifier: MIT
# Tests of `retread hls`.

dist_check_SCRIPTS += \
	%D%/agree.tap \
	%D%/command.tap \
	%D%/headers.tap \
	%D%/hls.tap \
	%D%/idioms.tap \
	%D%/pragmas.tap \
	%D%/promises.tap \
	%D%/seeds.tap \
	%D%/vendor.tap \
	%D%/verilator.tap

EXTRA_DIST += %D%/compare_headers.cpp %D%/kernel.bash
