# SPDX-License-Identifier: MIT
# Checks of the host and of libraries that collect what is missing.

# RETREAD_MISSING(WHAT, DEBIAN-PACKAGE)
AC_DEFUN([RETREAD_MISSING],[
  retread_missing="$retread_missing
    $1 (Debian, Ubuntu: $2)"
  retread_missing_packages="$retread_missing_packages $2"])

# Says all that RETREAD_MISSING collected, and stops.
AC_DEFUN([RETREAD_STOP_IF_MISSING],[
  AS_IF([test -n "$retread_missing"],
    [AC_MSG_ERROR([these are needed and were not found:
$retread_missing

  On Debian or Ubuntu:  apt-get install$retread_missing_packages
  or let ./quickstart do it. Details are in config.log.])])])

AC_DEFUN([RETREAD_CHECK_HOST],[
  AS_CASE([$host],
    [x86_64-*-linux*],[],
    [AC_MSG_ERROR([retread records x86_64 Linux programs only, and this host is $host.
  Build it on x86_64 Linux, or configure with --host=x86_64-linux-gnu and a cross compiler.])])
  AC_CHECK_SIZEOF([void *])
  AS_IF([test "$ac_cv_sizeof_void_p" != 8],
    [AC_MSG_ERROR([$CC $CFLAGS makes 32-bit programs; retread needs 64-bit ones. Remove -m32 or -mx32.])])])

AC_DEFUN([RETREAD_PKG_CONFIG],[
  PKG_PROG_PKG_CONFIG
  AS_IF([test -z "$PKG_CONFIG"],[RETREAD_MISSING([pkg-config],[pkg-config])])])

# RETREAD_REQUIRE_MODULE(PREFIX, MODULES, DEBIAN-PACKAGE)
AC_DEFUN([RETREAD_REQUIRE_MODULE],[
  PKG_CHECK_MODULES([$1],[$2],[],[RETREAD_MISSING([$2],[$3])])])

# RETREAD_OPTIONAL_MODULE(PREFIX, MODULES, DEBIAN-PACKAGE, WHAT-IS-LOST)
AC_DEFUN([RETREAD_OPTIONAL_MODULE],[
  PKG_CHECK_MODULES([$1],[$2],
    [retread_have_$1=yes
     AC_DEFINE([HAVE_$1],[1],[Define to 1 if $2 was found.])],
    [retread_have_$1="no (install $3)"
     AC_MSG_WARN([$2 not found: no $4. Debian, Ubuntu: apt-get install $3])])
  AM_CONDITIONAL([HAVE_$1],[test "$retread_have_$1" = yes])])

# Sets LIBIBERTY_LIBS. It has no pkg-config file.
AC_DEFUN([RETREAD_REQUIRE_LIBIBERTY],[
  retread_libiberty=no
  AC_CHECK_HEADER([libiberty/demangle.h],
    [AC_CHECK_LIB([iberty],[cplus_demangle],[retread_libiberty=yes])])
  AS_IF([test $retread_libiberty = yes],
    [AC_SUBST([LIBIBERTY_LIBS],[-liberty])],
    [RETREAD_MISSING([libiberty],[libiberty-dev])])])
