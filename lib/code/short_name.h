/* SPDX-License-Identifier: MIT
 * Names of C++ and Rust without what makes them long. */
#ifndef RETREAD_LIB_CODE_SHORT_NAME_H
#define RETREAD_LIB_CODE_SHORT_NAME_H

/* TEXT with template arguments as <...>, without parameter lists, inline
 * namespaces and ABI tags. Free it. */
char *short_name_dup(const char *text);

/* Cuts what qualifies NAME, which short_name_dup made, and template arguments at
 * its end. */
void short_name_cut_qualifiers(char *name);

#endif
