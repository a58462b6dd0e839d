# SPDX-License-Identifier: MIT
# Debug information -> a fuzz target for a function: a library, and
# retread-harness around it.

noinst_LIBRARIES += %D%/libharness.a
%C%_libharness_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(LIBELF_CFLAGS)
%C%_libharness_a_SOURCES = \
	%D%/signature.c %D%/signature.h \
	%D%/skeleton.c %D%/skeleton.h

pkglibexec_PROGRAMS += libexec/retread/retread-harness
libexec_retread_retread_harness_SOURCES = %D%/main.c
libexec_retread_retread_harness_LDADD = %D%/libharness.a \
	analyzer/symbols/libsymbols.a lib/libretread.a $(HOSTED_LIBS)
