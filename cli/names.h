/* SPDX-License-Identifier: MIT
 * Names of C++ functions and types, short enough to read. */
#ifndef RETREAD_CLI_NAMES_H
#define RETREAD_CLI_NAMES_H

/* TEXT with template arguments as <...>, without parameter lists, inline
 * namespaces and ABI tags. Free it. */
char *names_shorten(const char *text);

/* The same for names within a sentence, whose parentheses stay. */
char *names_shorten_within(const char *sentence);

#endif
