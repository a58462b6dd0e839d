/* SPDX-License-Identifier: MIT
 * Lists of texts. */
#ifndef RETREAD_TESTSUITE_CORPUS_LIST_PRINT_H
#define RETREAD_TESTSUITE_CORPUS_LIST_PRINT_H

#include <stddef.h>

struct strings {
	char *text;
	struct strings *next;
};

struct strings *strings_add(struct strings *list, const char *text);
/* NULL: it needs more than LIMIT bytes. */
char *strings_print(const struct strings *list, size_t limit);
void strings_free(struct strings *list);

#endif
