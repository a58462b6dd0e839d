# SPDX-License-Identifier: MIT
# Warnings and sanitizers.

# Sets WARNING_CFLAGS: for every program, hosted or not.
AC_DEFUN([RETREAD_COMPILER_FLAGS],[
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror],[treat compiler warnings as errors])],
    [retread_werror=$enableval],[retread_werror=no])
  # A row of a table may leave its last fields out: they are 0.
  WARNING_CFLAGS="-Wall -Wextra -Wno-missing-field-initializers -Wstrict-prototypes -Wmissing-prototypes"
  AS_IF([test "$retread_werror" = yes],
    [WARNING_CFLAGS="$WARNING_CFLAGS -Werror"
     retread_werror=errors],
    [retread_werror=shown])
  AC_SUBST([WARNING_CFLAGS])])

# Sets SANITIZER_CFLAGS: for hosted programs and unit tests, which are also
# linked with it. A Valgrind tool has no libc, and a recorded program must not
# be instrumented twice, so neither gets it.
AC_DEFUN([RETREAD_SANITIZERS],[
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers],
      [build programs and unit tests with ASan and UBSan])],
    [retread_sanitizers=$enableval],[retread_sanitizers=no])
  SANITIZER_CFLAGS=
  AS_IF([test "$retread_sanitizers" = yes],
    [SANITIZER_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
     retread_save_CFLAGS=$CFLAGS
     CFLAGS="$CFLAGS $SANITIZER_CFLAGS"
     AC_MSG_CHECKING([whether $CC links with ASan and UBSan])
     AC_LINK_IFELSE([AC_LANG_PROGRAM([],[])],
       [AC_MSG_RESULT([yes])],
       [AC_MSG_RESULT([no])
        AC_MSG_ERROR([$CC cannot link with -fsanitize=address,undefined.
  Install its run-time library (gcc: libasan and libubsan; clang: libclang-rt-dev), or leave out --enable-sanitizers.])])
     CFLAGS=$retread_save_CFLAGS])
  AC_SUBST([SANITIZER_CFLAGS])
  AM_CONDITIONAL([SANITIZERS],[test "$retread_sanitizers" = yes])])
