# SPDX-License-Identifier: MIT
# The parser of hardware kernels.

# Sets LIBCLANG_CFLAGS, LIBCLANG_LIBS; HAVE_LIBCLANG in config.h.
AC_DEFUN([RETREAD_LIBCLANG],[
  retread_have_libclang=no
  AC_ARG_WITH([libclang],
    [AS_HELP_STRING([--with-libclang=VERSION],
      [parse kernels with this libclang (the newest one found; or that of
       LLVM_CONFIG)])],
    [],[with_libclang=yes])
  AS_CASE([$with_libclang:$LLVM_CONFIG],
    [no:*],[retread_dirs=],
    [yes:?*],[retread_dirs=`$LLVM_CONFIG --prefix`],
    [yes:],
    [retread_dirs="`ls -d /usr/lib/llvm-* 2>/dev/null | sort -t- -k2 -rn` /usr"],
    [retread_dirs=/usr/lib/llvm-$with_libclang])
  AS_IF([test "$with_libclang" != no],[
    AC_MSG_CHECKING([for libclang])
    retread_save_CPPFLAGS=$CPPFLAGS
    retread_save_LIBS=$LIBS
    for retread_dir in $retread_dirs; do
      test "$retread_have_libclang" = no || break
      test -r "$retread_dir/include/clang-c/Index.h" || continue
      CPPFLAGS="$retread_save_CPPFLAGS -I$retread_dir/include"
      retread_lib="-L$retread_dir/lib -lclang"
      LIBS="$retread_lib $retread_save_LIBS"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <clang-c/Index.h>]],
          [[clang_disposeIndex(clang_createIndex(0, 0));]])],
        [retread_have_libclang=$retread_dir
         LIBCLANG_CFLAGS=-I$retread_dir/include
         LIBCLANG_LIBS=$retread_lib])
    done
    CPPFLAGS=$retread_save_CPPFLAGS
    LIBS=$retread_save_LIBS
    AC_MSG_RESULT([$retread_have_libclang])])
  AS_IF([test "$retread_have_libclang" = no],
    [AC_MSG_WARN([no libclang found: no retread hls and no retread spectra prepare; sites of kernels must be written by hand. Debian, Ubuntu: apt-get install libclang-dev])],
    [AC_DEFINE([HAVE_LIBCLANG],[1],[Define to 1 if libclang was found.])])
  AC_SUBST([LIBCLANG_CFLAGS])
  AC_SUBST([LIBCLANG_LIBS])
  AM_CONDITIONAL([HAVE_LIBCLANG],[test "$retread_have_libclang" != no])])
