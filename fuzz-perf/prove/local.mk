# SPDX-License-Identifier: MIT
# From an input that costs much to the law by which it grows: a library, and
# retread-prove around it.

noinst_LIBRARIES += %D%/libprove.a
%C%_libprove_a_SOURCES = \
	%D%/command.c \
	%D%/proof_steps.h \
	%D%/law_write.c \
	%D%/measure.c %D%/measure.h \
	%D%/minimise.c \
	%D%/pieces.c \
	%D%/points.c %D%/points.h \
	%D%/points_command.c \
	%D%/points_write.c \
	%D%/probe.c %D%/probe.h \
	%D%/proof_edges.c \
	%D%/proof_write.c \
	%D%/prove.c %D%/prove.h \
	%D%/pump.c %D%/pump.h \
	%D%/search.c \
	%D%/subject.c %D%/subject.h \
	%D%/typical.c

pkglibexec_PROGRAMS += libexec/retread/retread-prove
libexec_retread_retread_prove_SOURCES = %D%/main.c
libexec_retread_retread_prove_LDADD = %D%/libprove.a fuzz-perf/libfuzz.a \
	lib/libretread.a $(JANSSON_LIBS) $(LIBDW_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) $(ZLIB_LIBS) -lm
