/* SPDX-License-Identifier: MIT
 * The words that pages use in a sense of their own. */
#ifndef RETREAD_VIZ_GLOSSARY_H
#define RETREAD_VIZ_GLOSSARY_H

#include <stdio.h>

struct page;

/* Whose words. */
enum glossary { GLOSSARY_WALKS, GLOSSARY_HARDWARE, GLOSSARY_COMPILERS };

/* The words as a list of which each has its id behind PREFIX. */
void glossary_print(FILE *out, enum glossary which, const char *prefix);

/* WORDS as a link to the word ID, at BEFORE: "glossary.html#", "#glossary-". */
void glossary_print_link(
	FILE *out, const char *before, const char *id, const char *words);

/* What stands before the id of a word on PAGE of a report. Free it. */
char *glossary_place_dup(const struct page *page);
/* The same as glossary_print_link on PAGE of a report. */
void glossary_print_term(struct page *page, const char *id, const char *words);

#endif
