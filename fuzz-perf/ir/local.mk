# SPDX-License-Identifier: MIT
# Compilers under test: a library for whoever has a compiler, which needs nothing
# else of ours but libretread-gen: <retread/ir.h> and libretread-ir.a.

genlib_LIBRARIES += libexec/retread/libretread-ir.a
libexec_retread_libretread_ir_a_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O2 -fPIC -fno-sanitize=all
libexec_retread_libretread_ir_a_SOURCES = \
	lib/arguments.c lib/arguments.h \
	lib/error.c lib/error.h \
	lib/folders.c lib/folders.h \
	lib/command/known_errors.c lib/command/known_errors.h \
	lib/markup.c lib/markup.h \
	lib/memory.c lib/memory.h \
	lib/command/options.c lib/command/options.h \
	lib/command/program.c lib/command/program.h \
	lib/whole_file.c lib/whole_file.h \
	lib/words.c lib/words.h \
	%D%/batch.c \
	%D%/build.c \
	%D%/campaign.c %D%/campaign.h \
	%D%/campaign_memory.c \
	%D%/case.c %D%/case.h \
	%D%/check.c \
	%D%/compose.c %D%/compose.h \
	%D%/compose_value.c %D%/composer.h \
	%D%/confirm.c %D%/confirm.h \
	%D%/decode.c %D%/decode.h \
	%D%/decode_expression.c \
	%D%/decode_value.c \
	%D%/encode.c \
	%D%/eval.c \
	%D%/findings.c %D%/findings.h \
	%D%/findings_folder.c \
	%D%/float.c \
	%D%/frame.h \
	%D%/given.c %D%/given.h \
	%D%/grammar.c %D%/grammar.h \
	%D%/idioms.c %D%/idioms.h \
	%D%/functions.h \
	%D%/judge.c %D%/judge.h %D%/judge_native.c \
	%D%/main.c \
	%D%/mutate.c \
	%D%/number.c \
	%D%/parse.c \
	%D%/poison.c \
	%D%/print.c \
	%D%/promise.c \
	%D%/releases.c %D%/releases.h \
	%D%/request.c %D%/request.h \
	%D%/rewrite.c %D%/rewrite.h \
	%D%/rewrite_copy.c \
	%D%/rewrite_node.c %D%/rewriter.h \
	%D%/jobs.c %D%/jobs.h \
	%D%/jobs_statistics.c \
	%D%/smaller.c \
	%D%/values.c %D%/values.h

geninclude_HEADERS += %D%/ir.h
targetgen_DATA += libexec/retread/include/retread/ir.h
libexec/retread/include/retread/ir.h: %D%/ir.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/ir.h $@
CLEANFILES += libexec/retread/include/retread/ir.h

pkgconfig_DATA += %D%/retread-ir.pc
%D%/retread-ir.pc: %D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	echo 'includedir=$(includedir)'; \
	echo 'libdir=$(pkglibexecdir)'; \
	echo; \
	echo 'Name: retread-ir'; \
	echo 'Description: Compilers under test, with functions made of bytes'; \
	echo 'Version: $(PACKAGE_VERSION)'; \
	echo 'Cflags: -I$${includedir}'; \
	echo 'Libs: -L$${libdir} -lretread-ir -lretread-gen -lm'; } >$@
CLEANFILES += %D%/retread-ir.pc

pkglibexec_PROGRAMS += libexec/retread/retread-ir
libexec_retread_retread_ir_SOURCES = \
	%D%/program.c
libexec_retread_retread_ir_LDADD = libexec/retread/libretread-ir.a \
	libexec/retread/libretread-gen.a lib/libretread.a $(JANSSON_LIBS) \
	-ldl -lm

ir_unit_tests = testsuite/unit/test_ir testsuite/unit/test_ir_calls \
	testsuite/unit/test_ir_compose testsuite/unit/test_ir_judge \
	testsuite/unit/test_ir_poison
testsuite_unit_test_ir_LDADD = libexec/retread/libretread-ir.a \
	$(gen_test_libraries)
testsuite_unit_test_ir_calls_LDADD = $(testsuite_unit_test_ir_LDADD)
testsuite_unit_test_ir_compose_LDADD = $(testsuite_unit_test_ir_LDADD)
testsuite_unit_test_ir_judge_LDADD = $(testsuite_unit_test_ir_LDADD)
testsuite_unit_test_ir_poison_LDADD = $(testsuite_unit_test_ir_LDADD)
if HAVE_CMOCKA
check_PROGRAMS += $(ir_unit_tests)
TESTS += $(ir_unit_tests)
endif
