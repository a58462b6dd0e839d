/* SPDX-License-Identifier: MIT
 * Whose a function is: the user's, or the system's. */
#ifndef RETREAD_ANALYZER_PROGRAM_USER_CODE_H
#define RETREAD_ANALYZER_PROGRAM_USER_CODE_H

#include <stdbool.h>

struct symbol_function;

/* Whether FUNCTION has debug information and is not part of the system: its
 * libraries (the loader and the C start-up among them) and its headers'
 * functions (containers, iterators) are leaves, with debug information or
 * without; so are a test framework's functions, and those that the user left out
 * (analyzer/symbols/chosen_code.h). What a leaf reads counts for the user's function that called it. */
bool user_code_has(const struct symbol_function *function);
/* Whether FUNCTION would be the user's were it not a test framework's. */
bool user_code_lacks_framework(const struct symbol_function *function);

/* Whether FUNCTION is in a library of the system. What one call of it reads twice
 * is the library's doing, not its caller's. */
bool user_code_is_library(const struct symbol_function *function);

#endif
