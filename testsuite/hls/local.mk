# SPDX-License-Identifier: MIT
# Tests of `retread hls`.

dist_check_SCRIPTS += \
	%D%/hls.tap
