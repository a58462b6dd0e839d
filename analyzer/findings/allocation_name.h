/* SPDX-License-Identifier: MIT
 * The variable that a line of source gives what it allocates: a name for what has
 * no other, because the function made it itself. */
#ifndef RETREAD_ANALYZER_FINDINGS_ALLOCATION_NAME_H
#define RETREAD_ANALYZER_FINDINGS_ALLOCATION_NAME_H

/* "char *out = malloc(9);" -> "out"; "list->first = node_new();" -> "list->first";
 * "seen.push_back(n);" -> "seen". NULL: TEXT, which may be NULL, tells none. For
 * the caller to free. */
char *allocation_name_dup(const char *text);

#endif
