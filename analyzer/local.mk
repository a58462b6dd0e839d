# SPDX-License-Identifier: MIT
# From trace to report: a library, and retread-analyze around it.

noinst_LIBRARIES += %D%/libanalyzer.a
%C%_libanalyzer_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(LIBELF_CFLAGS) \
	$(GSL_CFLAGS)
%C%_libanalyzer_a_SOURCES = \
	%D%/symbols.h
