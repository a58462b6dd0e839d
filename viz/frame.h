/* SPDX-License-Identifier: MIT
 * What is around every page: its head with a policy that allows no foreign script, the
 * header with the menu, the foot. */
#ifndef RETREAD_VIZ_FRAME_H
#define RETREAD_VIZ_FRAME_H

#include <stdbool.h>

struct json_value;

/* What head.html and foot.html show on a page beside style.css and app.js, which are in
 * UP: "" or "../". Its "menu" is an empty list. */
struct json_value *frame_make(const char *title, const char *up);
/* The same for a page that is one file and has both in it. */
struct json_value *frame_make_one(const char *title);

/* Adds an item to a menu. Keeps REFERENCE. */
void frame_add_item(struct json_value *menu, struct json_value *reference,
	const char *name, bool is_current);
/* Adds what else is in DIRECTORY, by way of UP: other results than TITLE. */
void frame_add_neighbours(struct json_value *menu, const char *directory,
	const char *up, const char *title);

#endif
