/* SPDX-License-Identifier: MIT
 * Programs that run tests and are not what is tested: interpreters, shells, and what
 * starts other programs. They are known by where they are installed, so the same
 * program in a build tree is a project's own. */
#ifndef RETREAD_LIB_CODE_INTERPRETERS_H
#define RETREAD_LIB_CODE_INTERPRETERS_H

#include <stdbool.h>

/* Whether the program or library at PATH is an installed interpreter, or a part of
 * one. */
bool interpreters_have(const char *path);

/* Patterns of PATHs that belong to them or to the system, separated by commas, as
 * the recorder's --rest takes them. Free it. */
char *interpreters_patterns_dup(void);

#endif
