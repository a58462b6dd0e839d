/* SPDX-License-Identifier: MIT
 * Text of pages, which is escaped. */
#ifndef RETREAD_VIZ_HTML_H
#define RETREAD_VIZ_HTML_H

#include <stdint.h>
#include <stdio.h>

/* TEXT (NULL: "?") as content or in a quoted attribute: both are safe. What no
 * document may hold becomes U+FFFD. */
void html_text(FILE *out, const char *text);

/* As printf, with conversions of its own:
 *	%t  const char *: text, escaped
 *	%r  const char *: markup, as it is
 *	%n  uint64_t: number, "5,120"
 *	%u  uint64_t: number, "5120"
 *	%d  double, one digit behind the point
 *	%f  double below 1e18: a factor, with a digit behind the point below 100
 *	%%  a percent sign */
void html_print(FILE *out, const char *format, ...);

#endif
