/* SPDX-License-Identifier: MIT
 * Templates of pages, in the language Mustache, filled from JSON values.
 *
 *	{{name}}    the value at NAME: text escaped, an integer as "5,120", a real number
 *	            with one digit after the point; nothing if there is no such value.
 *	            In href="..." and src="..." text is a reference within the report.
 *	{{name:u}}  an integer as "5120"
 *	{{name:f}}  a factor: one digit after the point below 100, none from there on
 *	{{name:%}}  a share, 0.97 as "97.0 %"
 *	{{name:60}} text, shortened to 60 characters
 *	{{name:-}}  "-" where there is nothing, or 0
 *	{{name:es}} what makes a word plural: "es", but nothing for 1
 *	{{&name}}   markup, as it is
 *	{{#name}}...{{/name}}  for each element of a list; once for another value, but not for
 *	            false, null, 0, "" and what is missing. Names are looked up in the value
 *	            first, then in those around it.
 *	{{#name:60}}...{{/name}}  for the first 60 elements
 *	{{+name:60}}...{{/name}}  once if there are more; the value is how many are left
 *	{{?name}}...{{/name}}  once where {{#name}} prints something, without going into the value
 *	{{^name}}...{{/name}}  where the others print nothing
 *	{{>name}}   the template NAME; {{>*name}}: the one whose name is the value at NAME
 *	{{!...}}    a comment
 *
 * A name may be a path, "finding.id"; "." is the value itself, "@first" is true for the
 * first element of a list. Other names with an "@" are of values that the program computes
 * from the value in which they are looked up, but not from those around it. */
#ifndef RETREAD_VIZ_TEMPLATE_H
#define RETREAD_VIZ_TEMPLATE_H

#include <stdio.h>

struct json_value;

/* A name that is computed: MAKE returns the value of NAME, with its "@", in AT. */
struct template_computed {
	const char *name; /* NULL: after the last */
	struct json_value *(*make)(
		const void *closure, const struct json_value *at);
};

/* Prints the template TEXT, filled from DATA, an object; others that it names are
 * viz/pages/NAME.html, or begin with {{<NAME}} in a file of several. COMPUTED may be NULL. A
 * mistake in a template ends the program. */
void template_print(FILE *out, const char *text, const struct json_value *data,
	const struct template_computed *computed, const void *closure);

#endif
