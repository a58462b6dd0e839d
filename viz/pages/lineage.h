/* SPDX-License-Identifier: MIT
 * A campaign of the fuzzer as its folder tells it: how its best input came to be, and
 * how the maxima rose. */
#ifndef RETREAD_VIZ_LINEAGE_H
#define RETREAD_VIZ_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/report/report.h"

struct json_value;

/* The maxima of a campaign as they rose, by executions or seconds. */
#define LINEAGE_POINTS_MAX 400
struct lineage_maxima {
	struct growth_point point[LINEAGE_POINTS_MAX];
	size_t count;
};
struct lineage_curve {
	struct lineage_maxima path;	/* most edges of one input */
	struct lineage_maxima hot_spot; /* most executions of one edge */
	bool is_by_time;		/* seconds + 1; else executions + 1 */
};

/* Reads FOLDER/plot_data of an instance. */
void lineage_read_curve(struct lineage_curve *curve, const char *folder);

/* Both curves as a plot; null: they have not points enough. */
struct json_value *lineage_make_curve(const struct lineage_curve *curve);

/* For lineage.html: how the best input in FOLDER, of an instance, came from a seed, a table
 * with the id NAME. Null: that is not known. */
struct json_value *lineage_make(const char *folder, const char *name);

#endif
