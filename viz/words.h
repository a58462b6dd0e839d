/* SPDX-License-Identifier: MIT
 * Names of programs as text for pictures and pages: short enough, and without
 * what no document may hold. */
#ifndef RETREAD_VIZ_WORDS_H
#define RETREAD_VIZ_WORDS_H

#include <stddef.h>
#include <stdint.h>

#define WORDS_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The length of the character at TEXT, 0 if it is none that a document may
 * hold: control characters, surrogates, what turns the direction of text. */
size_t words_character_bytes(const char *text);

/* TEXT (NULL: "?") in at most CHARACTERS characters, its middle left out if it
 * has more. Control characters and what is no character become U+FFFD. Free
 * it. */
char *words_shorten(const char *text, size_t characters);

/* 5120 as "5,120". BUFFER is of WORDS_NUMBER_BYTES. */
#define WORDS_NUMBER_BYTES 32
const char *words_number(char *buffer, uint64_t number);

const char *words_base_name(const char *path);

#endif
