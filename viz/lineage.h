/* SPDX-License-Identifier: MIT
 * A campaign of the fuzzer as its folder tells it: how its best input came to be, and
 * how the maxima rose. */
#ifndef RETREAD_VIZ_LINEAGE_H
#define RETREAD_VIZ_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct page;

/* The maxima of a campaign as they rose, by executions or seconds. */
struct lineage_curve {
	struct growth_point *path;     /* most edges of one input */
	struct growth_point *hot_spot; /* most executions of one edge */
	size_t path_count, path_capacity;
	size_t hot_spot_count, hot_spot_capacity;
	bool is_by_time; /* seconds + 1; else executions + 1 */
};

/* Reads FOLDER/plot_data of an instance. Release it in any case. */
void lineage_read_curve(struct lineage_curve *curve, const char *folder);
void lineage_release_curve(struct lineage_curve *curve);

/* Prints both curves as a plot, if they have points enough. */
void lineage_print_curve(struct page *page, const struct lineage_curve *curve);

/* Prints how the best input in FOLDER, of an instance, came from a seed: a table
 * with the id NAME. Prints nothing if that is not known. */
void lineage_print(struct page *page, const char *folder, const char *name);

#endif
