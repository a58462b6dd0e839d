# SPDX-License-Identifier: MIT
# What the Valgrind tool snap left -> text, JSON, callgrind, folded stacks.

noinst_LIBRARIES += %D%/libedges.a
%C%_libedges_a_SOURCES = \
	%D%/edges.c %D%/edges.h \
	%D%/export.c \
	%D%/print.c \
	%D%/snap.c %D%/snap.h \
	%D%/stubs.c %D%/stubs.h

pkglibexec_PROGRAMS += libexec/retread/retread-edges
libexec_retread_retread_edges_SOURCES = %D%/main.c
libexec_retread_retread_edges_LDADD = %D%/libedges.a \
	analyzer/symbols/libsymbols.a lib/libretread.a $(HOSTED_LIBS)
