# SPDX-License-Identifier: MIT
# Rule `redundant`, access graphs and roots (dissertation, section 3.3).

noinst_LIBRARIES += %D%/libredundant.a
%C%_libredundant_a_SOURCES = \
	%D%/access_graph.c %D%/access_graph.h \
	%D%/aecs.c %D%/aecs.h \
	%D%/reachability.c %D%/reachability.h \
	%D%/redundant.c %D%/redundant.h \
	%D%/roots.c %D%/roots.h \
	%D%/traversals.c %D%/traversals.h
