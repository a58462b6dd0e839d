# SPDX-License-Identifier: MIT
# Hardware kernels: source -> sites -> watch list, and table -> report.

noinst_LIBRARIES += %D%/libspectra.a
%C%_libspectra_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) \
	-DPKGDATADIR='"$(pkgdatadir)"' \
	-DHLSINCLUDEDIR='"$(includedir)/retread/hls"'
%C%_libspectra_a_SOURCES = \
	%D%/boundary.c \
	%D%/command.c %D%/command.h \
	%D%/conf.c \
	%D%/prepare.c %D%/prepare.h \
	%D%/report.c %D%/report.h \
	%D%/run.c \
	%D%/report_json.c \
	%D%/report_text.c \
	%D%/table.c %D%/table.h \
	%D%/watch.c %D%/watch.h %D%/watch_debug.h \
	%D%/watch_loop.c \
	%D%/watch_note.c \
	%D%/watch_print.c \
	%D%/watch_type.c \
	%D%/watch_variable.c

dist_pkgdata_DATA += %D%/spectra.conf

pkglibexec_PROGRAMS += libexec/retread/retread-spectra
libexec_retread_retread_spectra_SOURCES = %D%/main.c
libexec_retread_retread_spectra_LDADD = %D%/libspectra.a \
	analyzer/symbols/libsymbols.a lib/kernel/libkernel.a \
	lib/libretread.a $(LIBCLANG_LIBS) $(HOSTED_LIBS)

# For kernels; the build tree has them where an installation does.
hlsincludedir = $(includedir)/retread/hls
hls_headers = lib/hls/ap_axi_sdata.h \
	lib/hls/ap_fixed.h \
	lib/hls/ap_int.h \
	lib/hls/ap_utils.h \
	lib/hls/hls_bits.h \
	lib/hls/hls_burst_maxi.h \
	lib/hls/hls_calls.h \
	lib/hls/hls_directio.h \
	lib/hls/hls_fence.h \
	lib/hls/hls_host.h \
	lib/hls/hls_math.h \
	lib/hls/hls_native.h \
	lib/hls/hls_np_channel.h \
	lib/hls/hls_operators.h \
	lib/hls/hls_print.h \
	lib/hls/hls_record.h \
	lib/hls/hls_sim.h \
	lib/hls/hls_stream.h \
	lib/hls/hls_streamofblocks.h \
	lib/hls/hls_target.h \
	lib/hls/hls_task.h \
	lib/hls/hls_vector.h \
	lib/hls/hls_video.h \
	lib/hls/hls_words.h \
	lib/hls/hls_worker.h \
	lib/hls/sds_lib.h \
	lib/hls/spectra.h
dist_hlsinclude_HEADERS = $(hls_headers)
noinst_DATA += include/retread/hls/spectra.h share/retread/spectra.conf
include/retread/hls/spectra.h: $(hls_headers)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
		cp $(hls_headers:%=$(top_srcdir)/%) $(@D) && touch $@
share/retread/spectra.conf: %D%/spectra.conf
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/spectra.conf $@
CLEANFILES += $(hls_headers:lib/hls/%=include/retread/hls/%) \
	share/retread/spectra.conf
