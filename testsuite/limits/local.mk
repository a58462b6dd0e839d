# SPDX-License-Identifier: MIT
# A program for each number of rule rewalk, compiled by the test itself.

dist_check_SCRIPTS += %D%/limits.tap

EXTRA_DIST += \
	%D%/expected.txt \
	%D%/block_list.c \
	%D%/boards_tested.c \
	%D%/curve_points.c \
	%D%/entry_names.c \
	%D%/feature_flags.c \
	%D%/colour_names.c \
	%D%/gray_image.c \
	%D%/ini_sections.c \
	%D%/job_queue.c \
	%D%/league_days.c \
	%D%/log_messages.c \
	%D%/log_times.c \
	%D%/menu_drawn.c \
	%D%/phone_book.c \
	%D%/print_ranges.c \
	%D%/quoted_text.c \
	%D%/record_indexes.c \
	%D%/register_script.c \
	%D%/row_angles.c \
	%D%/statement_rules.c \
	%D%/tag_search.c \
	%D%/token_texts.c \
	%D%/tree_searches.c \
	%D%/triangular_solve.c \
	%D%/turn_signals.c \
	%D%/visitor_counts.c \
	%D%/window_layout.c
