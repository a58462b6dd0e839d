# SPDX-License-Identifier: MIT
# Tests of compilers under test.

dist_check_SCRIPTS += \
	%D%/coverage.tap \
	%D%/ir.tap \
	%D%/jobs.tap \
	%D%/mutants.tap \
	%D%/releases.tap \
	%D%/toy.tap
