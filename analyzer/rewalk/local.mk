# SPDX-License-Identifier: MIT
# Rule `rewalk` (doc/rewalk.md).

noinst_LIBRARIES += %D%/librewalk.a
%C%_librewalk_a_SOURCES = \
	%D%/contexts.h \
	%D%/describe.c %D%/describe.h \
	%D%/levels.c \
	%D%/lineage.c %D%/lineage.h \
	%D%/limits.c %D%/limits.h \
	%D%/path.c \
	%D%/paths.c \
	%D%/ranges.c \
	%D%/records.c %D%/records.h \
	%D%/rewalk.c %D%/rewalk.h \
	%D%/sequence.c %D%/sequence.h \
	%D%/shown.c %D%/shown.h \
	%D%/sightings.c %D%/sightings.h \
	%D%/standing.c %D%/standing.h \
	%D%/state.h \
	%D%/summary.c %D%/summary.h \
	%D%/walked_cells.c %D%/walked_cells.h \
	%D%/walked_type.c %D%/walked_type.h \
	%D%/walks.c \
	%D%/writes.c %D%/writes.h
