/* SPDX-License-Identifier: MIT
 * Text of others, names of programs and files, in HTML, XML and SVG. */
#ifndef RETREAD_LIB_MARKUP_H
#define RETREAD_LIB_MARKUP_H

#include <stddef.h>
#include <stdio.h>

#define MARKUP_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The length of the UTF-8 character at TEXT, 0 if it is none. */
size_t markup_utf8_bytes(const char *text);
/* The same, 0 also if a document may not hold it: control characters, surrogates, what turns the direction of text. */
size_t markup_character_bytes(const char *text);

/* TEXT (NULL: nothing) as content or in a quoted attribute: both are safe. What
 * no document may hold becomes U+FFFD. */
void markup_print(FILE *out, const char *text);

/* TEXT as a part of a URL: what is neither a letter or digit of ASCII nor in SAFE as %XX. */
void markup_print_url(FILE *out, const char *text, const char *safe);

#endif
