# SPDX-License-Identifier: MIT
# Verdicts with and without --follow-all, on random programs.

dist_check_SCRIPTS += %D%/parity.tap

EXTRA_DIST += \
	%D%/compare.py \
	%D%/write-program.py
