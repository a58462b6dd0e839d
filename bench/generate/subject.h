/* SPDX-License-Identifier: MIT
 * What each file in subjects defines: a generator, and a consumer of texts. */
#ifndef RETREAD_BENCH_SUBJECT_H
#define RETREAD_BENCH_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include <retread/gen.h>

/* Makes a text by gen_put(). */
void subject_generate(struct gen *g);
/* Is TEXT, behind which there is a NUL, valid? */
bool subject_consume(const char *text, size_t length);

/* Of elements in a list. A law of growth needs lists of any length. */
#ifdef SUBJECT_ANY_LENGTH
#define SUBJECT_MOST(count) 1000000
#else
#define SUBJECT_MOST(count) count
#endif

/* What is left of the run, of an interpreter that would not stop by itself. */
#define SUBJECT_STEPS 20000

#endif
