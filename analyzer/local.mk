# SPDX-License-Identifier: MIT
# From trace to report: a library a room, and retread-analyze around them.

noinst_LIBRARIES += %D%/libanalysis.a
%C%_libanalysis_a_SOURCES = \
	%D%/analysis.c %D%/analysis.h %D%/analysis_inside.h \
	%D%/analysis_events.c %D%/analysis_report.c \
	%D%/line_counts.c %D%/line_counts.h

# Each room before those it stands on.
analyzer_libraries = %D%/libanalysis.a %D%/findings/libfindings.a \
	%D%/redundant/libredundant.a %D%/rewalk/librewalk.a \
	%D%/program/libprogram.a %D%/symbols/libsymbols.a

pkglibexec_PROGRAMS += libexec/retread/retread-analyze
libexec_retread_retread_analyze_SOURCES = %D%/main.c
libexec_retread_retread_analyze_LDADD = $(analyzer_libraries) \
	lib/libretread.a $(HOSTED_LIBS)

include analyzer/symbols/local.mk
include analyzer/program/local.mk
include analyzer/redundant/local.mk
include analyzer/rewalk/local.mk
include analyzer/findings/local.mk
include analyzer/harness/local.mk
include analyzer/edges/local.mk
include analyzer/spectra/local.mk
