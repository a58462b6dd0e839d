# SPDX-License-Identifier: MIT
# What retread-cc needs: a clang from 14 on, and the headers of its LLVM.

# Sets CLANG, CLANGXX, LLVM_CXXFLAGS; HAVE_RETREAD_CC in Automake.
AC_DEFUN([RETREAD_CLANG],[
  retread_have_cc=no
  LLVM_CXXFLAGS=
  AC_ARG_VAR([LLVM_CONFIG],[the llvm-config of the LLVM to use])
  AC_ARG_WITH([clang],
    [AS_HELP_STRING([--with-clang=VERSION],
      [build retread-cc for this clang, 14 or later (the newest one that works
       with its LLVM headers; or that of LLVM_CONFIG)])],
    [],[with_clang=yes])
  retread_asked=
  AS_CASE([$with_clang:$LLVM_CONFIG],
    [no:*],[retread_configs=],
    [yes:?*],
    [retread_configs=$LLVM_CONFIG
     retread_asked="LLVM_CONFIG=$LLVM_CONFIG"],
    [yes:],
    [retread_configs=llvm-config
     for retread_version in 14 15 16 17 18 19 20; do
       retread_configs="llvm-config-$retread_version llvm-config-$retread_version-64 $retread_configs"
     done],
    [retread_configs="llvm-config-$with_clang llvm-config-$with_clang-64"
     retread_asked="--with-clang=$with_clang"])
  for retread_config in $retread_configs; do
    AS_IF([test "$retread_have_cc" = no && command -v "$retread_config" >/dev/null 2>&1],
      [_RETREAD_TRY_CLANG])
  done
  AS_IF([test "$retread_have_cc" = no && test "$with_clang" != no],
    [AS_IF([test -n "$retread_asked"],
      [AC_MSG_ERROR([$retread_asked: retread-cc cannot be built with that (config.log says why).
  It needs clang, llvm-config and LLVM's headers of one release, 14 or later. Debian, Ubuntu: apt-get install clang-VERSION llvm-VERSION-dev])],
      [AC_MSG_WARN([no clang with LLVM headers found: retread-cc uses gcc, which counts less (doc/fuzz-counting.md). Debian, Ubuntu: apt-get install clang-14 llvm-14-dev])])])
  AC_SUBST([CLANG])
  AC_SUBST([CLANGXX])
  AC_SUBST([LLVM_CXXFLAGS])
  AM_CONDITIONAL([HAVE_RETREAD_CC],[test "$retread_have_cc" != no])])

# Takes the clang of $retread_config if it loads a plug-in made with its headers.
AC_DEFUN([_RETREAD_TRY_CLANG],[
  CLANG=`$retread_config --bindir`/clang
  CLANGXX=$CLANG++
  LLVM_CXXFLAGS="-I`$retread_config --includedir` -std=c++17 -fno-rtti -fno-exceptions -fPIC -D__STDC_CONSTANT_MACROS -D__STDC_LIMIT_MACROS"
  AC_MSG_CHECKING([whether the clang of $retread_config takes plug-ins])
  AC_LANG_PUSH([C++])
  retread_save_CXXFLAGS=$CXXFLAGS
  CXXFLAGS="$LLVM_CXXFLAGS -shared"
  AS_IF([test -x "$CLANG"],[AC_LINK_IFELSE([_RETREAD_PLUGIN],
    [echo 'int one(void) { return 1; }' >conftest.probe.c
     AS_IF([$CLANG -fpass-plugin=./conftest$ac_exeext -O1 -c -o conftest.probe.o conftest.probe.c >&AS_MESSAGE_LOG_FD 2>&1 &&
         grep retread_probe conftest.probe.o >/dev/null],
       [retread_have_cc="clang `$retread_config --version`"])])])
  CXXFLAGS=$retread_save_CXXFLAGS
  AC_LANG_POP([C++])
  AC_MSG_RESULT([$retread_have_cc])
  AS_IF([test "$retread_have_cc" = no],[CLANG= CLANGXX= LLVM_CXXFLAGS=])])

# A plug-in that leaves its mark in the object file.
AC_DEFUN([_RETREAD_PLUGIN],[AC_LANG_SOURCE([[
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
using namespace llvm;
struct Probe : PassInfoMixin<Probe> {
	PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
	{
		Type *type = Type::getInt32Ty(module.getContext());
		new GlobalVariable(module, PointerType::get(type, 0), true,
			GlobalValue::ExternalLinkage,
			Constant::getNullValue(PointerType::get(type, 0)),
			"retread_probe");
		return PreservedAnalyses::none();
	}
};
extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return {LLVM_PLUGIN_API_VERSION, "probe", "1", [](PassBuilder &builder) {
		builder.registerPipelineEarlySimplificationEPCallback(
			[](ModulePassManager &passes, auto...) {
				passes.addPass(Probe());
			});
	}};
}
]])])
