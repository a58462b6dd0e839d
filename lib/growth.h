/* SPDX-License-Identifier: MIT
 * How a cost grows with a size: the exponent of a power law through points of
 * both. The only user of GSL here. */
#ifndef RETREAD_LIB_GROWTH_H
#define RETREAD_LIB_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#define GROWTH_POINTS 64

/* Points seen, a fair sample of them when there are many; the same points give
 * the same sample. Zero-initialise it. */
struct growth {
	struct growth_point {
		double size, cost;
	} * point;
	uint32_t count, capacity;
	uint64_t seen;
	uint64_t random;
	double size_min, size_max; /* of all points seen */
};

struct growth_fit {
	double degree;	  /* cost ~ size ^ degree */
	double low, high; /* 95 % interval */
	uint64_t points;  /* seen */
};

/* Points with a size or cost of 0 are left out. */
void growth_add(struct growth *growth, double size, double cost);

/* Do the sizes span a factor of 1.5 at least? Else they say nothing. */
bool growth_has_sizes(const struct growth *growth);

/* False: fewer than three different sizes, or growth_has_sizes is false. */
bool growth_fit(const struct growth *growth, struct growth_fit *fit);

void growth_release(struct growth *growth);

#endif
