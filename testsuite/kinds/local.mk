# SPDX-License-Identifier: MIT
# Kinds of code that rule rewalk once misjudged.

dist_check_SCRIPTS += \
	%D%/kinds-clang.tap \
	%D%/kinds-gcc.tap

EXTRA_DIST += \
	%D%/expected.txt \
	%D%/kinds.sh \
	%D%/bits_asked.c \
	%D%/blank_grid.c \
	%D%/blur_image.c \
	%D%/by_value.cpp \
	%D%/cast_shapes.cpp \
	%D%/check_blocks.c \
	%D%/clear_marks.c \
	%D%/count_each.cpp \
	%D%/double_room.c \
	%D%/each_key.c \
	%D%/ends_compared.c \
	%D%/few_values.cpp \
	%D%/fill_frames.c \
	%D%/find_period.c \
	%D%/found_and_ranked.c \
	%D%/free_blocks.c \
	%D%/grow_half.c \
	%D%/grow_rows.c \
	%D%/join_lines.cpp \
	%D%/joined_marks.c \
	%D%/key_hashes.cpp \
	%D%/last_colours.c \
	%D%/line_buffer.c \
	%D%/literal_lines.c \
	%D%/log_pointer.c \
	%D%/longest_border.cpp \
	%D%/mail_parts.c \
	%D%/make_folders.c \
	%D%/mark_parents.c \
	%D%/mark_sweep.c \
	%D%/matrix_whole.c \
	%D%/mean_so_far.c \
	%D%/modifier_bits.c \
	%D%/move_drops.c \
	%D%/name_table.c \
	%D%/next_item.c \
	%D%/one_bucket.cpp \
	%D%/option_names.c \
	%D%/orders_priced.c \
	%D%/own_length.c \
	%D%/own_vector.cpp \
	%D%/pack_bytes.c \
	%D%/pairs_once.c \
	%D%/path_versions.cpp \
	%D%/prices_checked.c \
	%D%/raise_offsets.c \
	%D%/read_fields.c \
	%D%/reset_table.c \
	%D%/rest_of_text.cpp \
	%D%/rod_cooled.c \
	%D%/rolling_peak.cpp \
	%D%/room_doubled.c \
	%D%/row_counts.c \
	%D%/run_loop.c \
	%D%/seats_taken.cpp \
	%D%/send_packets.c \
	%D%/set_words.c \
	%D%/settings_changed.c \
	%D%/shade_rows.cpp \
	%D%/shared_array.c \
	%D%/slots_shared.c \
	%D%/smooth_taps.c \
	%D%/sort_after_each.cpp \
	%D%/sort_cards.c \
	%D%/sort_each.cpp \
	%D%/sort_lines.cpp \
	%D%/sort_suffixes.c \
	%D%/sort_table.c \
	%D%/sort_twice.c \
	%D%/sprite_slots.cpp \
	%D%/sum_codes.c \
	%D%/sums_redone.cpp \
	%D%/tree_pages.c \
	%D%/undo_steps.c \
	%D%/wide_prefixes.c \
	%D%/word_kinds.c
