/* SPDX-License-Identifier: MIT
 * A strip in which each walk is a row. */
#ifndef RETREAD_LIB_PICTURES_STRIP_H
#define RETREAD_LIB_PICTURES_STRIP_H

#include <stddef.h>
#include <stdio.h>

#include "lib/report/report.h"

/* Rows of WALK[0..COUNT), COUNT not 0: cells read again are full, new ones
 * hollow. */
void strip_print(FILE *out, const struct report_walk *walk, size_t count);

/* The walks of NODE, of which every one is a beginning of the longest. Free it. */
struct report_walk *strip_walks_dup(const struct report_graph_node *node);

#endif
