/* SPDX-License-Identifier: MIT
 * The words that pages use in a sense of their own. */
#ifndef RETREAD_VIZ_GLOSSARY_H
#define RETREAD_VIZ_GLOSSARY_H

#include <stdio.h>

struct page;

/* WORDS as a link to the word ID, at BEFORE: "glossary.html#", "#glossary-". */
void glossary_print_link(
	FILE *out, const char *before, const char *id, const char *words);

/* What stands before the id of a word on PAGE of a report. Free it. */
char *glossary_place_dup(const struct page *page);
/* The same as glossary_print_link on PAGE of a report. */
void glossary_print_term(struct page *page, const char *id, const char *words);

#endif
