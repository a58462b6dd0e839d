/* SPDX-License-Identifier: MIT
 * What differs between kinds of findings; the rest of this room is the same for all. */
#ifndef RETREAD_LIB_FOUND_KINDS_H
#define RETREAD_LIB_FOUND_KINDS_H

#include "lib/found/found.h"
#include "lib/rows.h"

struct found_rule {
	const char *class, *text;
};

struct found_kind_row {
	const char *tool; /* whose results they are, in SARIF and JUnit */
	const char *one, *many;
	/* Where a search keeps them: folders of texts in FOLDER (NULL: in its own), in which
	 * FACTS has the lines. FACTS NULL: they are kept otherwise. */
	const char *folder, *facts;
	const struct rows *file; /* a file of findings */
	const struct rows *each; /* one of them */
	/* The text under the lines, and what each of its lines begins with. */
	const char *shown, *margin;
	size_t line_max; /* characters of such a line; 0: any number */
	const struct found_rule *rule;
	bool has_page;
};

extern const struct found_kind_row found_kinds[];

/* The member ROW of FOUND, a text that may be NULL. */
const char **found_text_at(struct found *found, const struct row *row);
/* Is ROW a line of the facts, and not a text from a file of its own? */
bool found_is_fact(const struct row *row);

/* Adds inputs with which a target failed, from the campaign in DIRECTORY. */
int found_read_inputs(
	struct found_list *list, const char *directory, struct error *err);
/* Adds to LIST's inputs those that the instance in DIRECTORY has tried. Returns the program
 * that it ran; NULL: it does not say. */
const char *found_read_runs(struct found_list *list, const char *directory);
#define FOUND_SEARCHES_MAX 1000 /* of a list */
/* Reads the statistics that a search keeps in DIRECTORY, all but its name, into ARENA.
 * Returns false if there are none. */
bool found_read_search(struct arena *arena, const char *directory,
	struct found_search *search);
/* Of these only how it went on. */
void found_read_points(struct arena *arena, const char *directory,
	struct found_search *search);
/* Adds the searches whose folders are in DIRECTORY, with their statistics. */
void found_read_searches(struct found_list *list, const char *directory);
void found_add_search(
	struct found_list *list, const struct found_search *search);
/* The lines of FOUND, as in its file. */
void found_print_lines(enum found_kind kind, const struct found *found,
	const char *margin, FILE *out);

int found_print_sarif(
	const struct found_list *list, FILE *out, struct error *err);
void found_print_junit(const struct found_list *list, FILE *out);

#endif
