/* SPDX-License-Identifier: MIT
 * A file that is several pages, one of which is seen: for results beside a report. */
#ifndef RETREAD_VIZ_SECTIONS_H
#define RETREAD_VIZ_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "viz/glossary.h"

struct error;
struct json_at;
struct json_value;

/* Where its terms are. */
#define SECTIONS_GLOSSARY "#glossary-"

/* A section with an entry in the menu. */
struct sections_item {
	const char *id, *title;
};

/* Writes TO, a file that MAKE fills from the object in the JSON file FROM. ITEMS are in
 * the menu, then its TERMS, and pages beside TO. Returns 0, or -1 with ERR filled. */
struct sections {
	const char *from, *to, *title;
	const struct sections_item *item;
	size_t item_count;
	const char *terms; /* the template of its words */
	/* Its template, and what fills that. */
	const char *template_;
	struct json_value *(*make)(const struct json_at *top);
	/* In place of both: prints the body. */
	void (*body)(FILE *out, const struct json_at *top);
};
int sections_write(const struct sections *sections, struct error *err);

/* One section; the first is seen first. ID is without NUMBER if that is SIZE_MAX. */
void sections_begin(FILE *out, const char *id, size_t number, bool is_first);
void sections_end(FILE *out);
/* A way back to the first section, whose id is ID, and to the neighbours of NUMBER of
 * COUNT. */
struct sections_way {
	const char *id, *title; /* of the first section */
	const char *each;	/* id of the others, without their numbers */
	size_t number, count;
};
void sections_print_way(FILE *out, const struct sections_way *way);

/* One of the numbers on top, with what TERM of the glossary (NULL: none) explains.
 * VALUE is text. */
void sections_print_number(
	FILE *out, const char *term, const char *name, const char *value);

#endif
