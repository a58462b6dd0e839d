# SPDX-License-Identifier: MIT
# The labelled corpus, compiled by the tests themselves.

check_PROGRAMS += %D%/check_corpus
dist_check_SCRIPTS += \
	%D%/corpus-clang.tap \
	%D%/corpus-gcc.tap

EXTRA_DIST += \
	%D%/corpus.sh \
	%D%/expected.txt \
	%D%/list_print.h \
	%D%/arena_symbols.c \
	%D%/array_difference.c \
	%D%/array_shift.c \
	%D%/batches.c \
	%D%/case_blind.c \
	%D%/chain_depths.c \
	%D%/checksum.c \
	%D%/checksum_test.c \
	%D%/config_required.c \
	%D%/dispatch.c \
	%D%/drain_from_tail.c \
	%D%/edit_distance.c \
	%D%/event_queue.cpp \
	%D%/fir_filter.c \
	%D%/forward_append.cpp \
	%D%/free_list.c \
	%D%/graph_degrees.c \
	%D%/has_duplicates.c \
	%D%/hash_chain.c \
	%D%/hash_spread.c \
	%D%/heap_queue.c \
	%D%/index_list.c \
	%D%/intrusive_registry.c \
	%D%/join_words.c \
	%D%/keyword_table.c \
	%D%/line_numbers.c \
	%D%/list_append.c \
	%D%/list_nth.c \
	%D%/list_once.c \
	%D%/list_print.c \
	%D%/list_print_test.c \
	%D%/list_subset.c \
	%D%/loop_strlen.c \
	%D%/map_ascending.cpp \
	%D%/map_by_value.cpp \
	%D%/match_orders.c \
	%D%/matrix_product.c \
	%D%/merge_names.cpp \
	%D%/merge_sort_list.c \
	%D%/nested_builder.c \
	%D%/option_aliases.c \
	%D%/read_records.c \
	%D%/read_table.cpp \
	%D%/ring_fifo.c \
	%D%/ring_log.c \
	%D%/row_shares.c \
	%D%/run_by_priority.c \
	%D%/running_totals.c \
	%D%/scene_links.cpp \
	%D%/set_lookups.cpp \
	%D%/shared_names.cpp \
	%D%/shortest_paths.c \
	%D%/sieve.c \
	%D%/small_cache.c \
	%D%/sort_records.cpp \
	%D%/sorted_insert.c \
	%D%/sorted_lookup.c \
	%D%/split_fields.c \
	%D%/stack_machine.c \
	%D%/sum_by_rescan.cpp \
	%D%/syntax_tree.c \
	%D%/text_builder.c \
	%D%/three_tables.c \
	%D%/transpose.c \
	%D%/tree_print.c \
	%D%/tree_rank.c \
	%D%/tree_visit.cpp \
	%D%/tree_words.c \
	%D%/trie_lookup.c \
	%D%/two_passes.c \
	%D%/union_find.c \
	%D%/unique_words.c \
	%D%/vector_distinct.cpp \
	%D%/vector_once.cpp \
	%D%/word_count.cpp \
	%D%/wrap_text.c
