/* SPDX-License-Identifier: MIT
 * Pages of HTML: files that are whole or not there, and text that is escaped. */
#ifndef RETREAD_VIZ_HTML_H
#define RETREAD_VIZ_HTML_H

#include <stdint.h>
#include <stdio.h>

struct error;

/* A file under its temporary name, until html_close. */
struct html_file {
	FILE *out;
	char *path;
	char *temporary;
};

/* Returns 0, or -1 with ERR filled. */
int html_open(struct html_file *file, const char *path, struct error *err);
/* Gives the file its name. To be called after html_open whatever happened. */
int html_close(struct html_file *file, struct error *err);

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
