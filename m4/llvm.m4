# SPDX-License-Identifier: MIT
# The releases of LLVM whose passes retread ir can test.

# Sets IR_LLVM: the releases with headers and a library; HAVE_IR_LLVM in Automake.
AC_DEFUN([RETREAD_IR_LLVM],[
  IR_LLVM=
  AC_ARG_WITH([llvm],
    [AS_HELP_STRING([--with-llvm=RELEASES],
      [build backends of retread ir for these, as 14,19 (all from 14 to 19 that
       are here)])],
    [],[with_llvm=yes])
  AS_CASE([$with_llvm],
    [no],[retread_releases=],
    [yes],[retread_releases="14 15 16 17 18 19"],
    [retread_releases=`echo "$with_llvm" | tr , ' '`])
  AC_MSG_CHECKING([for releases of LLVM to test])
  retread_save_CPPFLAGS=$CPPFLAGS
  retread_save_LIBS=$LIBS
  for retread_release in $retread_releases; do
    retread_config=llvm-config-$retread_release
    AS_IF([command -v "$retread_config" >/dev/null 2>&1],
      [CPPFLAGS="$retread_save_CPPFLAGS -I`$retread_config --includedir`"
       LIBS="-L`$retread_config --libdir` `$retread_config --libs --link-shared` $retread_save_LIBS"
       AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <llvm-c/Core.h>]],
           [[LLVMDisposeMessage(LLVMCreateMessage(""));]])],
         [IR_LLVM="$IR_LLVM $retread_release"])])
    AS_CASE(["$with_llvm:$IR_LLVM "],
      [yes:*|*" $retread_release "*],[],
      [AC_MSG_RESULT([no])
       AC_MSG_ERROR([--with-llvm=$with_llvm: no LLVM $retread_release with headers found (config.log says why).
  Debian, Ubuntu: apt-get install llvm-$retread_release-dev])])
  done
  CPPFLAGS=$retread_save_CPPFLAGS
  LIBS=$retread_save_LIBS
  AS_IF([test -n "$IR_LLVM"],[AC_MSG_RESULT([$IR_LLVM])],
    [AC_MSG_RESULT([no])
     AC_MSG_WARN([no LLVM found: retread ir cannot test its passes. Debian, Ubuntu: apt-get install llvm-14-dev])])
  AC_SUBST([IR_LLVM])
  AM_CONDITIONAL([HAVE_IR_LLVM],[test -n "$IR_LLVM"])])
