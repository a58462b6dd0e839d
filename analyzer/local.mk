# SPDX-License-Identifier: MIT
# From trace to report: a library, and retread-analyze around it.

noinst_LIBRARIES += %D%/libanalyzer.a
%C%_libanalyzer_a_CPPFLAGS = $(AM_CPPFLAGS) $(GSL_CFLAGS)
%C%_libanalyzer_a_SOURCES = \
	%D%/access_graph.c %D%/access_graph.h \
	%D%/aecs.c %D%/aecs.h \
	%D%/allocation_name.c %D%/allocation_name.h \
	%D%/analysis.c %D%/analysis.h \
	%D%/causes.c %D%/causes.h \
	%D%/chains.c %D%/chains.h \
	%D%/code_ranges.c %D%/code_ranges.h \
	%D%/constants.c %D%/constants.h \
	%D%/contexts.c %D%/contexts.h \
	%D%/findings.c %D%/findings.h \
	%D%/growth.c %D%/growth.h \
	%D%/memory_watch.c %D%/memory_watch.h \
	%D%/homes.c %D%/homes.h \
	%D%/objects.c %D%/objects.h \
	%D%/promised_cost.c %D%/promised_cost.h \
	%D%/reachability.c %D%/reachability.h \
	%D%/redundant.c %D%/redundant.h \
	%D%/rewalk.c %D%/rewalk.h \
	%D%/rewalk_evidence.c %D%/rewalk_evidence.h \
	%D%/rewalk_levels.c %D%/rewalk_levels.h \
	%D%/rewalk_node.h \
	%D%/rewalk_path.c %D%/rewalk_path.h \
	%D%/rewalk_ranges.c %D%/rewalk_ranges.h \
	%D%/rewalk_reference.c %D%/rewalk_reference.h \
	%D%/rewalk_rule.c %D%/rewalk_rule.h \
	%D%/roots.c %D%/roots.h \
	%D%/shortest_path.c %D%/shortest_path.h \
	%D%/severity.c %D%/severity.h \
	%D%/sites.c %D%/sites.h \
	%D%/stack.c %D%/stack.h \
	%D%/test_code.c %D%/test_code.h \
	%D%/threads.c %D%/threads.h \
	%D%/traversals.c %D%/traversals.h \
	%D%/user_code.c %D%/user_code.h \
	%D%/variables.c %D%/variables.h

# Names: all that needs libdw.
noinst_LIBRARIES += %D%/libsymbols.a
%C%_libsymbols_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(LIBELF_CFLAGS)
%C%_libsymbols_a_SOURCES = \
	%D%/chosen_code.c %D%/chosen_code.h \
	%D%/labels.c %D%/labels_internal.h \
	%D%/labels_location.c \
	%D%/labels_member.c \
	%D%/labels_operand.c \
	%D%/symbols.c %D%/symbols.h %D%/symbols_internal.h \
	%D%/symbols_cache.c %D%/symbols_cache.h \
	%D%/symbols_cache_directory.c \
	%D%/symbols_cache_read.c \
	%D%/symbols_cache_write.c \
	%D%/symbols_debugfile.c \
	%D%/symbols_die.c \
	%D%/symbols_elf.c \
	%D%/symbols_function.c \
	%D%/symbols_lines.c \
	%D%/symbols_map.c \
	%D%/symbols_names.c \
	%D%/symbols_object.c \
	%D%/symbols_parameter.c \
	%D%/symbols_stamp.c \
	%D%/symbols_table.c \
	%D%/symbols_type.c \
	%D%/symbols_unit.c \
	%D%/symbols_variable.c \
	%D%/table.c %D%/table.h

pkglibexec_PROGRAMS += libexec/retread/retread-analyze
libexec_retread_retread_analyze_SOURCES = %D%/main.c
libexec_retread_retread_analyze_LDADD = %D%/libanalyzer.a %D%/libsymbols.a \
	lib/libretread.a $(HOSTED_LIBS)
