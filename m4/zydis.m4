# SPDX-License-Identifier: MIT
# The disassembler that finds the blocks of programs as they are.

# Sets ZYDIS_LIBS; HAVE_ZYDIS in config.h.
AC_DEFUN([RETREAD_ZYDIS],[
  ZYDIS_LIBS=
  AC_ARG_WITH([zydis],
    [AS_HELP_STRING([--without-zydis],
      [no retread fuzz --no-source])])
  AS_IF([test "x$with_zydis" != xno],[
    AC_CHECK_HEADER([Zydis/Zydis.h],[
      AC_CHECK_LIB([Zydis],[ZydisDecoderDecodeInstruction],
        [ZYDIS_LIBS=-lZydis])])])
  AS_IF([test -z "$ZYDIS_LIBS"],
    [AC_MSG_WARN([no Zydis 4 found: no retread fuzz --no-source. Debian, Ubuntu: apt-get install libzydis-dev])],
    [AC_DEFINE([HAVE_ZYDIS],[1],[Define to 1 if Zydis was found.])])
  AC_SUBST([ZYDIS_LIBS])])
