# SPDX-License-Identifier: MIT

noinst_LIBRARIES += %D%/libfindings.a
%C%_libfindings_a_SOURCES = \
	%D%/allocation_name.c \
	%D%/causes.c \
	%D%/facts.c \
	%D%/findings.c %D%/findings.h \
	%D%/judge.h \
	%D%/output.c \
	%D%/promised_cost.c \
	%D%/severity.c \
	%D%/test_code.c
