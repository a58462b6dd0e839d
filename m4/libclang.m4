# SPDX-License-Identifier: MIT
# The parser of hardware kernels.

# Sets LIBCLANG_CFLAGS, LIBCLANG_LIBS; HAVE_LIBCLANG in config.h.
AC_DEFUN([RETREAD_LIBCLANG],[
  retread_have_libclang=no
  AC_ARG_WITH([libclang],
    [AS_HELP_STRING([--with-libclang=VERSION],
      [parse kernels with this libclang (the newest one found)])],
    [retread_versions=$withval],[retread_versions="20 19 18 17 16 15 14"])
  AS_IF([test "$retread_versions" != no],[
    AC_MSG_CHECKING([for libclang])
    retread_save_CPPFLAGS=$CPPFLAGS
    retread_save_LIBS=$LIBS
    for retread_version in $retread_versions; do
      test "$retread_have_libclang" = no || break
      retread_dir=/usr/lib/llvm-$retread_version
      test -r "$retread_dir/include/clang-c/Index.h" || continue
      CPPFLAGS="$retread_save_CPPFLAGS -I$retread_dir/include"
      for retread_lib in "-lclang-$retread_version" "-L$retread_dir/lib -lclang"; do
        LIBS="$retread_lib $retread_save_LIBS"
        AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <clang-c/Index.h>]],
            [[clang_disposeIndex(clang_createIndex(0, 0));]])],
          [retread_have_libclang=$retread_version
           LIBCLANG_CFLAGS=-I$retread_dir/include
           LIBCLANG_LIBS=$retread_lib
           break])
      done
    done
    CPPFLAGS=$retread_save_CPPFLAGS
    LIBS=$retread_save_LIBS
    AC_MSG_RESULT([$retread_have_libclang])])
  AS_IF([test "$retread_have_libclang" = no],
    [AC_MSG_WARN([no libclang found: no retread spectra prepare; sites of kernels must be written by hand. Debian, Ubuntu: apt-get install libclang-19-dev])],
    [AC_DEFINE([HAVE_LIBCLANG],[1],[Define to 1 if libclang was found.])])
  AC_SUBST([LIBCLANG_CFLAGS])
  AC_SUBST([LIBCLANG_LIBS])
  AM_CONDITIONAL([HAVE_LIBCLANG],[test "$retread_have_libclang" != no])])
