/* SPDX-License-Identifier: MIT
 * Names of C++ and Rust as people write them; the only user of libiberty. */
#ifndef RETREAD_LIB_CODE_DEMANGLE_H
#define RETREAD_LIB_CODE_DEMANGLE_H

#include <stdbool.h>

/* Does LINKAGE look like a name of C++ or Rust? */
bool demangle_is_mangled(const char *linkage);

/* The name that LINKAGE, a name as linkers know it, stands for: with template arguments,
 * and with parameters and qualifiers if they are wanted. Names without end are
 * cut. NULL: it is not such a name. Free it. */
char *demangle_name_dup(const char *linkage, bool with_parameters);

#endif
