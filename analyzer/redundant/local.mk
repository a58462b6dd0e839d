# SPDX-License-Identifier: MIT
# Rule `redundant`, access graphs and roots (dissertation, section 3.3).

noinst_LIBRARIES += %D%/libredundant.a
%C%_libredundant_a_SOURCES = \
	%D%/access_graph.c %D%/access_graph.h \
	%D%/access_graph_steps.c \
	%D%/access_graphs.c \
	%D%/aecs.c \
	%D%/activation.h \
	%D%/reachability.c \
	%D%/redundant.c %D%/redundant.h \
	%D%/roots.c \
	%D%/rule.c %D%/rule.h \
	%D%/traversals.c
