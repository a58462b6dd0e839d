# SPDX-License-Identifier: MIT
# The recorded program as the rules see it: stacks, contexts, objects, sites.

noinst_LIBRARIES += %D%/libprogram.a
%C%_libprogram_a_SOURCES = \
	%D%/chains.c %D%/chains.h \
	%D%/constants.c %D%/constants.h \
	%D%/contexts.c %D%/contexts.h \
	%D%/elsewhere.c %D%/elsewhere.h \
	%D%/homes.c %D%/homes.h \
	%D%/memory_watch.c %D%/memory_watch.h \
	%D%/objects.c %D%/objects.h \
	%D%/objects_cells.c %D%/objects_inside.h \
	%D%/program.c %D%/program.h \
	%D%/rule.h \
	%D%/shortest_path.c %D%/shortest_path.h \
	%D%/sighting.c %D%/sighting.h \
	%D%/sites.c %D%/sites.h \
	%D%/sorts.c %D%/sorts.h \
	%D%/stack.c %D%/stack.h \
	%D%/threads.c %D%/threads.h \
	%D%/user_code.c %D%/user_code.h \
	%D%/variables.c %D%/variables.h
