/* SPDX-License-Identifier: MIT
 * A strip in which each walk is a row, so that repetition is seen. */
#ifndef RETREAD_VIZ_STRIP_H
#define RETREAD_VIZ_STRIP_H

#include <stdio.h>

#include "lib/report.h"

/* Prints the walks of NODE, which has some, as SVG. */
void strip_print(FILE *out, const struct report_graph_node *node);

#endif
