# SPDX-License-Identifier: MIT
# From trace to report: a library, and retread-analyze around it.

noinst_LIBRARIES += %D%/libanalyzer.a
%C%_libanalyzer_a_CPPFLAGS = $(AM_CPPFLAGS) $(GSL_CFLAGS)
%C%_libanalyzer_a_SOURCES = \
	%D%/aecs.c %D%/aecs.h \
	%D%/analysis.c %D%/analysis.h \
	%D%/contexts.c %D%/contexts.h \
	%D%/findings.c %D%/findings.h \
	%D%/objects.c %D%/objects.h \
	%D%/reachability.c %D%/reachability.h \
	%D%/redundant.c %D%/redundant.h \
	%D%/roots.c %D%/roots.h \
	%D%/shortest_path.c %D%/shortest_path.h \
	%D%/sites.c %D%/sites.h \
	%D%/source.c %D%/source.h \
	%D%/stack.c %D%/stack.h \
	%D%/symbols.h \
	%D%/table.c %D%/table.h \
	%D%/traversals.c %D%/traversals.h
