# SPDX-License-Identifier: MIT
# Generators: a library for targets and for anybody's test suite, which needs
# nothing else of ours: <retread/gen.h> and libretread-gen.a.

genlib_LIBRARIES = libexec/retread/libretread-gen.a
genlibdir = $(pkglibexecdir)
libexec_retread_libretread_gen_a_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O2 -fPIC -fno-sanitize=all
libexec_retread_libretread_gen_a_SOURCES = \
	%D%/check.c \
	%D%/draw.c \
	%D%/entry.c %D%/target.h \
	%D%/files.c \
	%D%/runs.h \
	%D%/isolate.c \
	%D%/mutator.c \
	%D%/parameters.c %D%/parameters.h \
	%D%/record.c \
	%D%/replay.c \
	%D%/run.c \
	%D%/sequence.c \
	%D%/shrink.c %D%/shrink_inside.h \
	%D%/shrink_draws.c \
	%D%/shrink_parts.c \
	%D%/shrink_try.c \
	%D%/signals.c \
	%D%/spans.c %D%/spans.h \
	%D%/statistics.c

genincludedir = $(includedir)/retread
geninclude_HEADERS = %D%/gen.h fuzz-perf/runtime/guidance.h

# Where retread-cc looks for headers, and the build tree's <retread/gen.h>.
targetgendir = $(pkglibexecdir)/include/retread
targetgen_DATA = libexec/retread/include/retread/gen.h \
	libexec/retread/include/retread/guidance.h
libexec/retread/include/retread/gen.h: %D%/gen.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/gen.h $@
libexec/retread/include/retread/guidance.h: fuzz-perf/runtime/guidance.h
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/fuzz-perf/runtime/guidance.h $@

# For those who do not use retread-cc: cc $(pkg-config --cflags --libs retread-gen)
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = %D%/retread-gen.pc
%D%/retread-gen.pc: %D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	echo 'includedir=$(includedir)'; \
	echo 'libdir=$(pkglibexecdir)'; \
	echo; \
	echo 'Name: retread-gen'; \
	echo 'Description: Generators of test inputs, with shrinking'; \
	echo 'Version: $(PACKAGE_VERSION)'; \
	echo 'Cflags: -I$${includedir}'; \
	echo 'Libs: -L$${libdir} -lretread-gen'; \
	echo 'Libs.private: -lm'; } >$@
CLEANFILES += libexec/retread/include/retread/gen.h \
	libexec/retread/include/retread/guidance.h %D%/retread-gen.pc

gen_unit_tests = \
	testsuite/unit/test_gen \
	testsuite/unit/test_gen_check \
	testsuite/unit/test_gen_commands \
	testsuite/unit/test_gen_shrink
gen_test_libraries = libexec/retread/libretread-gen.a $(CMOCKA_LIBS) -lm
testsuite_unit_test_gen_LDADD = $(gen_test_libraries)
testsuite_unit_test_gen_check_LDADD = $(gen_test_libraries)
testsuite_unit_test_gen_commands_LDADD = $(gen_test_libraries)
testsuite_unit_test_gen_shrink_LDADD = $(gen_test_libraries)
if HAVE_CMOCKA
check_PROGRAMS += $(gen_unit_tests)
TESTS += $(gen_unit_tests)
endif
