# SPDX-License-Identifier: MIT
# Records the unit tests of Debian source packages; started by hand, it needs
# the network.

EXTRA_DIST += \
	%D%/recipes.sh \
	%D%/run \
	%D%/sources.sh
