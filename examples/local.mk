# SPDX-License-Identifier: MIT
# Programs to try retread on.
#
# They are compiled for reading, not for speed, whatever CFLAGS say: the
# findings shown in the documents are those of this build.

EXAMPLE_COMPILE = $(AM_V_CCLD)$(MKDIR_P) $(@D) && $(CC) -std=gnu11 -g -O0 -Wall

word_count = %D%/word-count
word_count_table = $(word_count)/table.c $(word_count)/table.h

noinst_DATA += $(word_count)/word-count $(word_count)/test-table
TESTS += $(word_count)/test-table
CLEANFILES += $(word_count)/word-count $(word_count)/test-table
EXTRA_DIST += \
	$(word_count_table) \
	$(word_count)/README \
	$(word_count)/test-table.c \
	$(word_count)/word-count.c

$(word_count)/word-count: $(word_count)/word-count.c $(word_count_table)
	$(EXAMPLE_COMPILE) -o $@ $(top_srcdir)/$(word_count)/word-count.c \
		$(top_srcdir)/$(word_count)/table.c

$(word_count)/test-table: $(word_count)/test-table.c $(word_count_table)
	$(EXAMPLE_COMPILE) -o $@ $(top_srcdir)/$(word_count)/test-table.c \
		$(top_srcdir)/$(word_count)/table.c
