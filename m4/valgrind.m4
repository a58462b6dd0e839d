# SPDX-License-Identifier: MIT
# Finds the installed Valgrind and what a tool of ours is built from.
#
# Sets, for vg-tools/local.mk and the front end:
#   VALGRIND                the launcher, absolute
#   VALGRIND_VERSION        3.19.0
#   VALGRIND_PREFIX         of its configure
#   VALGRIND_CPPFLAGS       include path and the platform macros of the headers
#   VALGRIND_LIBDIR         holds libcoregrind, libvex, ... of amd64-linux
#   VALGRIND_LIBEXECDIR     holds default.supp and vgpreload_core
#   VALGRIND_LOAD_ADDRESS   where a tool's text starts
#   VALGRIND_TOOL_LIBS      what a tool is linked with, in order
#   VALGRIND_PRELOAD_LIBS   what a malloc-replacing preload is linked with
#   VALGRIND_WRAP_LDFLAGS   --wrap for each DWARF reader that exists
# and HAVE_WRAP_<READER> in config.h.

AC_DEFUN([RETREAD_VALGRIND],[
  AC_ARG_WITH([valgrind],
    [AS_HELP_STRING([--with-valgrind=PREFIX],
      [use the Valgrind installed in PREFIX (default: ask pkg-config)])],
    [],[with_valgrind=yes])
  AS_IF([test "$with_valgrind" = no],
    [AC_MSG_ERROR([retread is a Valgrind tool: --without-valgrind leaves nothing to build.])])
  _RETREAD_VALGRIND_PKG_CONFIG
  AS_IF([test -z "$VALGRIND_VERSION"],
    [AS_IF([test "$with_valgrind" = yes],
      [RETREAD_MISSING([Valgrind with its tool headers],[valgrind])],
      [AC_MSG_ERROR([--with-valgrind=$with_valgrind: no lib/pkgconfig/valgrind.pc there.
  PREFIX is what Valgrind was configured with: PREFIX/bin/valgrind should exist.])])],
    [_RETREAD_VALGRIND_CHECK_VERSION
     _RETREAD_VALGRIND_FIND_FILES
     _RETREAD_VALGRIND_CHECK_HEADERS
     _RETREAD_VALGRIND_FIND_READERS])
  AC_SUBST([VALGRIND])
  AC_SUBST([VALGRIND_VERSION])
  AC_SUBST([VALGRIND_PREFIX],[$retread_vg_prefix])
  AC_SUBST([VALGRIND_CPPFLAGS])
  AC_SUBST([VALGRIND_LIBDIR])
  AC_SUBST([VALGRIND_LIBEXECDIR])
  AC_SUBST([VALGRIND_LOAD_ADDRESS])
  AC_SUBST([VALGRIND_TOOL_LIBS])
  AC_SUBST([VALGRIND_PRELOAD_LIBS])
  AC_SUBST([VALGRIND_WRAP_LDFLAGS])])

# Version, prefix and directories as the package tells them.
AC_DEFUN([_RETREAD_VALGRIND_PKG_CONFIG],[
  AC_MSG_CHECKING([for Valgrind])
  retread_pc=valgrind
  retread_pc_prefix=
  AS_IF([test "$with_valgrind" != yes],
    [retread_pc=
     for retread_dir in "$with_valgrind"/lib/pkgconfig \
         "$with_valgrind"/lib64/pkgconfig \
         "$with_valgrind"/lib/x86_64-linux-gnu/pkgconfig; do
       AS_IF([test -f "$retread_dir/valgrind.pc"],
         [retread_pc=$retread_dir/valgrind.pc
          retread_pc_prefix=--define-variable=prefix=$with_valgrind])
     done])
  AS_IF([test -n "$retread_pc" && test -n "$PKG_CONFIG"],
    [VALGRIND_VERSION=`$PKG_CONFIG --modversion "$retread_pc" 2>&AS_MESSAGE_LOG_FD`
     retread_ask() { $PKG_CONFIG $retread_pc_prefix --variable=$[1] "$retread_pc" 2>&AS_MESSAGE_LOG_FD; }
     retread_vg_prefix=`retread_ask prefix`
     retread_vg_libdir=`retread_ask libdir`
     retread_vg_includedir=`retread_ask includedir`
     VALGRIND_LOAD_ADDRESS=`retread_ask valt_load_address`
     test -n "$VALGRIND_LOAD_ADDRESS" || VALGRIND_LOAD_ADDRESS=0x58000000])
  AC_MSG_RESULT([${VALGRIND_VERSION:-no}])])

AC_DEFUN([_RETREAD_VALGRIND_CHECK_VERSION],[
  AS_VERSION_COMPARE([$VALGRIND_VERSION],[3.16],
    [AC_MSG_ERROR([Valgrind $VALGRIND_VERSION is too old: retread needs 3.16 or later, and was tested from 3.19 on.
  Install a newer one and name it with --with-valgrind=PREFIX.])])
  AS_VERSION_COMPARE([$VALGRIND_VERSION],[3.19],
    [AC_MSG_WARN([Valgrind $VALGRIND_VERSION should work, but retread was only tested from 3.19 on.])])])

# _RETREAD_VALGRIND_FIND(VARIABLE, FILE, DIRECTORIES): the first that has FILE.
AC_DEFUN([_RETREAD_VALGRIND_FIND],[
  AC_MSG_CHECKING([for Valgrind's $2])
  $1=
  for retread_dir in $3; do
    AS_IF([test -z "$[$1]" && test -f "$retread_dir/$2"],[$1=$retread_dir])
  done
  AC_MSG_RESULT([${$1:-no}])
  AS_IF([test -z "$[$1]"],[RETREAD_MISSING([Valgrind's $2],[valgrind])])])

AC_DEFUN([_RETREAD_VALGRIND_FIND_FILES],[
  retread_vg_dirs="$retread_vg_libdir/valgrind $retread_vg_prefix/libexec/valgrind $retread_vg_prefix/lib/valgrind"
  _RETREAD_VALGRIND_FIND([VALGRIND_LIBDIR],[libcoregrind-amd64-linux.a],[$retread_vg_dirs])
  for retread_file in libvex-amd64-linux.a libgcc-sup-amd64-linux.a \
      libreplacemalloc_toolpreload-amd64-linux.a; do
    # libgcc-sup came with 3.18; older releases link without it.
    AS_IF([test -f "$VALGRIND_LIBDIR/$retread_file"],[],
      [test "$retread_file" = libgcc-sup-amd64-linux.a],[],
      [RETREAD_MISSING([Valgrind's $retread_file],[valgrind])])
  done
  _RETREAD_VALGRIND_FIND([VALGRIND_LIBEXECDIR],[default.supp],[$retread_vg_dirs])
  AS_IF([test -n "$VALGRIND_LIBEXECDIR" && test ! -f "$VALGRIND_LIBEXECDIR/vgpreload_core-amd64-linux.so"],
    [RETREAD_MISSING([Valgrind's vgpreload_core-amd64-linux.so],[valgrind])])
  AS_IF([test "$with_valgrind" = yes],
    [AC_PATH_PROG([VALGRIND],[valgrind],[$retread_vg_prefix/bin/valgrind])],
    [VALGRIND=$retread_vg_prefix/bin/valgrind])
  AS_IF([test -x "$VALGRIND"],[],[RETREAD_MISSING([the program valgrind],[valgrind])])
  VALGRIND_TOOL_LIBS="$VALGRIND_LIBDIR/libcoregrind-amd64-linux.a $VALGRIND_LIBDIR/libvex-amd64-linux.a -lgcc"
  AS_IF([test -f "$VALGRIND_LIBDIR/libgcc-sup-amd64-linux.a"],
    [VALGRIND_TOOL_LIBS="$VALGRIND_TOOL_LIBS $VALGRIND_LIBDIR/libgcc-sup-amd64-linux.a"])
  VALGRIND_PRELOAD_LIBS=$VALGRIND_LIBDIR/libreplacemalloc_toolpreload-amd64-linux.a])

AC_DEFUN([_RETREAD_VALGRIND_CHECK_HEADERS],[
  VALGRIND_CPPFLAGS="-I$retread_vg_includedir -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1"
  AC_MSG_CHECKING([whether Valgrind's tool headers compile])
  retread_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $VALGRIND_CPPFLAGS"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_replacemalloc.h"]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     RETREAD_MISSING([Valgrind's tool headers in $retread_vg_includedir],[valgrind])])
  AC_MSG_CHECKING([whether VG_(am_shadow_alloc) gives a SysRes])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"]],
      [[return sr_isError(VG_(am_shadow_alloc)(4096));]])],
    [AC_MSG_RESULT([yes])
     VALGRIND_CPPFLAGS="$VALGRIND_CPPFLAGS -DSHADOW_ALLOC_GIVES_RESULT=1"],
    [AC_MSG_RESULT([no])])
  retread_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -Werror"
  AC_MSG_CHECKING([whether a replaced memalign is told the alignment twice])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"
void *align(ThreadId thread, SizeT alignment, SizeT asked, SizeT bytes);
void *align(ThreadId thread, SizeT alignment, SizeT asked, SizeT bytes)
{ return (void *)(thread + alignment + asked + bytes); }]],
      [[VG_(needs_malloc_replacement)(0, 0, 0, 0, 0, align, 0, 0, 0, 0, 0, 0, 0, 0, 16);]])],
    [AC_MSG_RESULT([yes])
     VALGRIND_CPPFLAGS="$VALGRIND_CPPFLAGS -DMALLOC_SAYS_ASKED_ALIGNMENT=1"],
    [AC_MSG_RESULT([no])])
  CFLAGS=$retread_save_CFLAGS
  CPPFLAGS=$retread_save_CPPFLAGS])

# Valgrind's own DWARF readers give up on clang's DWARF 5 and cost half of the
# start-up time; no tool of ours uses them, so each that exists is replaced by
# an empty function at link time.
AC_DEFUN([_RETREAD_VALGRIND_FIND_READERS],[
  AC_CHECK_TOOL([NM],[nm])
  VALGRIND_WRAP_LDFLAGS=
  VALGRIND_WRAPPED=
  AS_IF([test -n "$VALGRIND_LIBDIR"],
    [$NM "$VALGRIND_LIBDIR/libcoregrind-amd64-linux.a" >conftest.nm 2>&AS_MESSAGE_LOG_FD
     _RETREAD_VALGRIND_READER([read_debuginfo_dwarf3],[READ_DEBUGINFO_DWARF3])
     _RETREAD_VALGRIND_READER([new_dwarf3_reader],[NEW_DWARF3_READER])
     _RETREAD_VALGRIND_READER([read_callframe_info_dwarf3],[READ_CALLFRAME_INFO_DWARF3])
     rm -f conftest.nm])])

# _RETREAD_VALGRIND_READER(NAME, UPPER-CASE-NAME)
AC_DEFUN([_RETREAD_VALGRIND_READER],[
  AC_MSG_CHECKING([for Valgrind's DWARF reader $1])
  AS_IF([grep ' T vgModuleLocal_$1$' conftest.nm >/dev/null],
    [AC_MSG_RESULT([yes, wrapped out])
     AC_DEFINE([HAVE_WRAP_$2],[1],
       [Define to 1 if vgModuleLocal_$1 is wrapped out at link time.])
     VALGRIND_WRAPPED="${VALGRIND_WRAPPED:+$VALGRIND_WRAPPED }$1"
     VALGRIND_WRAP_LDFLAGS="$VALGRIND_WRAP_LDFLAGS -Wl,--wrap=vgModuleLocal_$1"],
    [AC_MSG_RESULT([no])])])
