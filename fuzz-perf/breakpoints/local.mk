# SPDX-License-Identifier: MIT
# The agent's breakpoints for anybody: <retread/bpcov.h> and libretread-bpcov.a, with
# retread-watch beside it.

bpcovlib_LIBRARIES = libexec/retread/libretread-bpcov.a
bpcovlibdir = $(pkglibexecdir)
libexec_retread_libretread_bpcov_a_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O2 -fPIC -fno-sanitize=all
libexec_retread_libretread_bpcov_a_SOURCES = \
	lib/format/block_list.h \
	%D%/bpcov.c \
	%D%/traps.c %D%/traps.h
bpcovincludedir = $(includedir)/retread
bpcovinclude_HEADERS = %D%/bpcov.h
pkgconfig_DATA += %D%/retread-bpcov.pc
%D%/retread-bpcov.pc: %D%/local.mk
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { \
	echo 'includedir=$(includedir)'; \
	echo 'libdir=$(pkglibexecdir)'; \
	echo; \
	echo 'Name: retread-bpcov'; \
	echo 'Description: Coverage of libraries as they are, by breakpoints'; \
	echo 'Version: $(PACKAGE_VERSION)'; \
	echo 'Cflags: -I$${includedir}'; \
	echo 'Libs: -L$${libdir} -lretread-bpcov'; } >$@
CLEANFILES += %D%/retread-bpcov.pc

testsuite_unit_test_bpcov_CPPFLAGS = $(AM_CPPFLAGS) \
	-DWATCH='"$(abs_top_builddir)/libexec/retread/retread-watch"'
testsuite_unit_test_bpcov_LDADD = libexec/retread/libretread-bpcov.a \
	$(JANSSON_LIBS) $(CMOCKA_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += testsuite/unit/test_bpcov
TESTS += testsuite/unit/test_bpcov
endif
