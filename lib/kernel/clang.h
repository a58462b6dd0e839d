/* SPDX-License-Identifier: MIT
 * What the users of libclang share. */
#ifndef RETREAD_LIB_KERNEL_CLANG_H
#define RETREAD_LIB_KERNEL_CLANG_H

#include <clang-c/Index.h>

struct error;

/* The characters of STRING, which is disposed of. Free them. */
char *clang_text_dup(CXString string);
/* Fails with the first error of UNIT, which FORMAT spells. */
int clang_check_unit(CXTranslationUnit unit,
	CXString (*format)(CXDiagnostic diagnostic), struct error *err);

#endif
