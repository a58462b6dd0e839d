/* SPDX-License-Identifier: MIT
 * A list of words that grows: the arguments of a program.
 *
 *	struct arguments line = {0};
 *	arguments_add(&line, "retread");
 *	arguments_add_option(&line, "out", directory);
 *	arguments_add_all(&line, command);
 *	execv(program, line.word);
 */
#ifndef RETREAD_LIB_ARGUMENTS_H
#define RETREAD_LIB_ARGUMENTS_H

#include <stddef.h>

/* All zeros is the empty list. It owns its words, which are copies. */
struct arguments {
	char **word; /* ends in NULL; NULL itself while nothing was added */
	size_t count;
	size_t capacity;
};

void arguments_add(struct arguments *arguments, const char *word);
void arguments_add_format(struct arguments *arguments, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* "--NAME VALUE"; nothing if VALUE is NULL. */
void arguments_add_option(
	struct arguments *arguments, const char *name, const char *value);
/* WORDS end in NULL. */
void arguments_add_all(struct arguments *arguments, char *const *words);

/* The words with BETWEEN between them. Free it. */
char *arguments_join_dup(
	const struct arguments *arguments, const char *between);

/* The words, still owned by ARGUMENTS, in an array that may be reordered, as
 * options_parse does. free() it; it ends in NULL. */
char **arguments_array(const struct arguments *arguments);

/* Gives the words away, also of an empty list; arguments_free_words frees them. */
char **arguments_detach(struct arguments *arguments);
void arguments_release(struct arguments *arguments);
/* A copy of WORDS, which end in NULL; NULL for NULL. */
char **arguments_copy_words(char *const *words);
/* Frees what arguments_detach or arguments_copy_words returned. */
void arguments_free_words(char **words);

#endif
