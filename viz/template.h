/* SPDX-License-Identifier: MIT
 * Templates of pages, in the language Mustache, filled from JSON values.
 *
 *	{{name}}    the value at NAME: text escaped, an integer as "5,120", a real number
 *	            with one digit after the point; nothing if there is no such value.
 *	            In href="..." and src="..." text is a reference within the report.
 *	{{name:u}}  an integer as "5120"
 *	{{name:f}}  a factor: one digit after the point below 100, none from there on
 *	{{&name}}   markup, as it is
 *	{{#name}}...{{/name}}  for each element of a list; once for another value, but not for
 *	            false, null, 0, "" and what is missing. Names are looked up in the value
 *	            first, then in those around it.
 *	{{^name}}...{{/name}}  where the other prints nothing
 *	{{>name}}   the template NAME; {{>*name}}: the one whose name is the value at NAME
 *	{{!...}}    a comment
 *
 * A name may be a path, "finding.id"; "." is the value itself, "@first" is true for the
 * first element of a list. */
#ifndef RETREAD_VIZ_TEMPLATE_H
#define RETREAD_VIZ_TEMPLATE_H

#include <stdio.h>

struct json_value;

/* Prints the template NAME, viz/pages/NAME.html, filled from DATA, an object. A mistake
 * in a template ends the program. */
void template_print(FILE *out, const char *name, const struct json_value *data);

/* The same, and frees DATA. */
void template_print_free(FILE *out, const char *name, struct json_value *data);

/* The same for TEXT, which is not embedded. */
void template_print_text(
	FILE *out, const char *text, const struct json_value *data);

#endif
