# SPDX-License-Identifier: MIT
# Floor 1: what every program shares. Floor 0 is lib/format, headers only.

noinst_LIBRARIES += %D%/libretread.a
%C%_libretread_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(ZSTD_CFLAGS)
%C%_libretread_a_SOURCES = \
	%D%/error.c \
	%D%/error.h \
	%D%/memory.c \
	%D%/memory.h \
	%D%/log.c \
	%D%/log.h \
	%D%/options.c \
	%D%/options.h \
	%D%/report.h \
	%D%/format/trace_format.h
