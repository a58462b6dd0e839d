/* SPDX-License-Identifier: MIT
 * What is around every page: its head with a policy that allows no foreign script, the
 * header with the menu, the foot. */
#ifndef RETREAD_VIZ_FRAME_H
#define RETREAD_VIZ_FRAME_H

#include <stdbool.h>
#include <stdio.h>

/* Begins a page beside style.css and app.js, which are in UP: "" or "../". */
void frame_begin(FILE *out, const char *title, const char *up);
void frame_end(FILE *out);

/* The same for a page that is one file and has both in it. */
void frame_begin_one(FILE *out, const char *title);
void frame_end_one(FILE *out);

/* The menu, then the main part. */
void frame_begin_menu(FILE *out);
void frame_print_item(
	FILE *out, const char *reference, const char *name, bool is_current);
void frame_end_menu(FILE *out);

/* Results that have their own files beside a report. */
struct frame_neighbour {
	const char *file; /* NULL: after the last */
	const char *title;
};
extern const struct frame_neighbour frame_neighbours[];
/* An item for NEIGHBOUR, by way of UP, if it is in DIRECTORY. */
void frame_print_neighbour(FILE *out, const char *directory, const char *up,
	const struct frame_neighbour *neighbour);

/* A heading with a link to itself; PREFIX and ID make its id. */
void frame_print_heading(
	FILE *out, const char *prefix, const char *id, const char *title);

#endif
