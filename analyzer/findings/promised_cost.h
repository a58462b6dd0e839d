/* SPDX-License-Identifier: MIT
 * Operations of the C++ library that the standard promises to be cheap: logarithmic
 * or amortised constant for each call, n log n for sorting.
 *
 * With a few elements what they read looks like walks (the way up a heap of eight
 * is three cells long; libstdc++ searches small hash tables from end to end), and no
 * size a test has tells the difference. The promise does. Iterators and
 * the linear algorithms (std::find) are not among them. */
#ifndef RETREAD_ANALYZER_FINDINGS_PROMISED_COST_H
#define RETREAD_ANALYZER_FINDINGS_PROMISED_COST_H

#include <stdbool.h>

struct path;

/* Whether NAME, demangled and without parameters, is such an operation or a
 * part of one, in libstdc++ or libc++. */
bool promised_cost_has_name(const char *name);

/* Whether PATH leads through one. */
bool promised_cost_has(const struct path *path);

#endif
