# SPDX-License-Identifier: MIT

noinst_LIBRARIES += %D%/libfindings.a
%C%_libfindings_a_SOURCES = \
	%D%/allocation_name.c %D%/allocation_name.h \
	%D%/causes.c %D%/causes.h \
	%D%/findings.c %D%/findings.h \
	%D%/promised_cost.c %D%/promised_cost.h \
	%D%/severity.c %D%/severity.h \
	%D%/test_code.c %D%/test_code.h
