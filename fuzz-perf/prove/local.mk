# SPDX-License-Identifier: MIT
# From an input that costs much to the law by which it grows: a library, and
# retread-prove around it.

noinst_LIBRARIES += %D%/libprove.a
%C%_libprove_a_SOURCES = \
	%D%/chart.c %D%/chart.h \
	%D%/command.c %D%/command.h \
	%D%/family.c %D%/family.h \
	%D%/family_print.c \
	%D%/law.c %D%/law.h \
	%D%/law_given.c \
	%D%/law_write.c %D%/law_write.h \
	%D%/measure.c %D%/measure.h \
	%D%/minimise.c %D%/minimise.h \
	%D%/pieces.c %D%/pieces.h \
	%D%/points.c %D%/points.h \
	%D%/points_command.c \
	%D%/points_write.c %D%/points_write.h \
	%D%/probe.c %D%/probe.h \
	%D%/proof_edges.c %D%/proof_edges.h \
	%D%/proof_write.c %D%/proof_write.h \
	%D%/prove.c %D%/prove.h \
	%D%/pump.c %D%/pump.h \
	%D%/search.c %D%/search.h \
	%D%/typical.c %D%/typical.h

pkglibexec_PROGRAMS += libexec/retread/retread-prove
libexec_retread_retread_prove_SOURCES = %D%/main.c
libexec_retread_retread_prove_LDADD = %D%/libprove.a fuzz-perf/libfuzz.a \
	lib/libretread.a $(JANSSON_LIBS) $(LIBDW_LIBS) $(LIBIBERTY_LIBS) -lm
