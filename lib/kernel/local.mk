# SPDX-License-Identifier: MIT
# A hardware kernel as a compiler sees it, for spectra and hls: its functions, loops
# and variables, and what its pragmas say. The only user of libclang.

noinst_LIBRARIES += %D%/libkernel.a
%C%_libkernel_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBCLANG_CFLAGS)
%C%_libkernel_a_SOURCES = \
	%D%/clang.h \
	%D%/directive.c %D%/directive.h \
	%D%/evaluate.c \
	%D%/interface.c %D%/interface.h \
	%D%/sites.c %D%/sites.h \
	%D%/source.c %D%/source.h \
	%D%/source_clang.c
