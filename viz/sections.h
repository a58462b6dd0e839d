/* SPDX-License-Identifier: MIT
 * A file that is several pages, one of which is seen: for results beside a report. */
#ifndef RETREAD_VIZ_SECTIONS_H
#define RETREAD_VIZ_SECTIONS_H

#include <stddef.h>

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
};
/* The number of the section INDEX of COUNT, and those beside it, for {{>way}}. */
void sections_put_way(struct json_value *value, size_t index, size_t count);
int sections_write(const struct sections *sections, struct error *err);

#endif
