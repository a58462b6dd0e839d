/* SPDX-License-Identifier: MIT
 * Names and numbers as people read them: short enough, and without what no
 * document may hold. */
#ifndef RETREAD_LIB_WORDS_H
#define RETREAD_LIB_WORDS_H

#include <stddef.h>
#include <stdint.h>

/* TEXT (NULL: "?") in at most CHARACTERS characters, its middle left out if it
 * has more. Control characters and what is not a character become U+FFFD. Free
 * it. */
char *words_shorten(const char *text, size_t characters);

/* 5120 as "5,120". BUFFER is of WORDS_NUMBER_BYTES. */
#define WORDS_NUMBER_BYTES 32
const char *words_number(char *buffer, uint64_t number);

/* Compares the texts that two `char *` point to, for qsort() and bsearch(). */
int words_compare(const void *left, const void *right);
/* Sorts COUNT words and leaves each once, at the front. Returns how many there are. */
size_t words_sort_once(const char **word, size_t count);

const char *words_base_name(const char *path);

/* TEXT quoted for a shell if it needs to be. Free it. */
char *words_shell_quote(const char *text);

/* PREFIX, and PATH as a reference: percent-encoded, slashes stay. Free it. */
char *words_uri(const char *prefix, const char *path);

#endif
