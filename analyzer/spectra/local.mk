# SPDX-License-Identifier: MIT
# Hardware kernels: source -> sites -> watch list, and table -> report.

noinst_LIBRARIES += %D%/libspectra.a
%C%_libspectra_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(LIBCLANG_CFLAGS) \
	-DPKGDATADIR='"$(pkgdatadir)"'
%C%_libspectra_a_SOURCES = \
	%D%/boundary.c \
	%D%/command.c %D%/command.h \
	%D%/report.c %D%/report.h \
	%D%/report_html.c \
	%D%/report_json.c \
	%D%/report_text.c \
	%D%/sites.c %D%/sites.h \
	%D%/table.c %D%/table.h \
	%D%/watch.c %D%/watch.h %D%/watch_internal.h \
	%D%/watch_loop.c \
	%D%/watch_print.c \
	%D%/watch_type.c \
	%D%/watch_variable.c

pkglibexec_PROGRAMS += libexec/retread/retread-spectra
libexec_retread_retread_spectra_SOURCES = %D%/main.c
libexec_retread_retread_spectra_LDADD = %D%/libspectra.a lib/libretread.a \
	$(LIBCLANG_LIBS) $(HOSTED_LIBS)
