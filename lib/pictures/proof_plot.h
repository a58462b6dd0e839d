/* SPDX-License-Identifier: MIT
 * The plot of what was proved: counts by size, the law that they follow, and the next best
 * one. */
#ifndef RETREAD_LIB_PICTURES_PROOF_PLOT_H
#define RETREAD_LIB_PICTURES_PROOF_PLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "lib/report/proof.h"

/* Are there two different sizes to draw? */
bool proof_plot_has_points(const struct proof_result *proof);

/* As a part of a page, if there are. */
void proof_plot_print(FILE *out, const struct proof_result *proof);
/* As a file that stands alone. */
void proof_plot_print_file(FILE *out, const struct proof_result *proof);

#endif
