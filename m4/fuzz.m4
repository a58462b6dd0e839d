# SPDX-License-Identifier: MIT
# What retread-cc needs: a clang from 14 on, and the headers of its LLVM.

# Sets CLANG, CLANGXX, LLVM_CXXFLAGS; HAVE_RETREAD_CC in Automake.
AC_DEFUN([RETREAD_CLANG],[
  AC_PROG_CXX
  retread_have_cc=no
  LLVM_CXXFLAGS=
  AC_ARG_WITH([clang],
    [AS_HELP_STRING([--with-clang=VERSION],
      [build retread-cc for this clang, 14 or later (the newest one that has
       its LLVM headers)])],
    [retread_versions=$withval],[retread_versions="20 19 18 17 16 15 14"])
  AS_IF([test "$retread_versions" != no],[
    AC_MSG_CHECKING([for a clang that takes plug-ins])
    for retread_version in $retread_versions; do
      test "$retread_have_cc" = no || break
      command -v "clang-$retread_version" >/dev/null 2>&1 || continue
      command -v "llvm-config-$retread_version" >/dev/null 2>&1 || continue
      retread_llvm_include=`llvm-config-$retread_version --includedir`
      test -r "$retread_llvm_include/llvm/Passes/PassPlugin.h" || continue
      retread_have_cc=clang-$retread_version
    done
    AC_MSG_RESULT([$retread_have_cc])
    AS_IF([test "$retread_have_cc" = no],
      [AC_MSG_WARN([no clang with LLVM headers found: retread-cc uses gcc, which counts less (doc/fuzz-counting.md). Debian, Ubuntu: apt-get install clang-14 llvm-14-dev])],
      [CLANG=`command -v "$retread_have_cc"`
       CLANGXX=`command -v "clang++-${retread_have_cc#clang-}"`
       LLVM_CXXFLAGS="-I$retread_llvm_include -std=c++17 -fno-rtti -fno-exceptions -fPIC -D__STDC_CONSTANT_MACROS -D__STDC_LIMIT_MACROS"])])
  AC_SUBST([CLANG])
  AC_SUBST([CLANGXX])
  AC_SUBST([LLVM_CXXFLAGS])
  AM_CONDITIONAL([HAVE_RETREAD_CC],[test "$retread_have_cc" != no])])
