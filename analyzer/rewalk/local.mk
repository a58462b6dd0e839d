# SPDX-License-Identifier: MIT
# Rule `rewalk` (doc/rewalk.md).

noinst_LIBRARIES += %D%/librewalk.a
%C%_librewalk_a_SOURCES = \
	%D%/sightings.c %D%/sightings.h \
	%D%/levels.c %D%/levels.h \
	%D%/limits.c %D%/limits.h \
	%D%/node.h \
	%D%/path.c %D%/path.h \
	%D%/ranges.c %D%/ranges.h \
	%D%/reference.c %D%/reference.h \
	%D%/rewalk.c %D%/rewalk.h \
	%D%/rule.c %D%/rule.h
