# SPDX-License-Identifier: MIT
# From an input that costs much to the law by which it grows: a library, and
# retread-prove around it.

noinst_LIBRARIES += %D%/libprove.a
%C%_libprove_a_CPPFLAGS = $(AM_CPPFLAGS) $(GSL_CFLAGS)
%C%_libprove_a_SOURCES = \
	%D%/law.c %D%/law.h \
	%D%/law_fit.c %D%/law_internal.h
