/* SPDX-License-Identifier: MIT
 * How a cost grows with a size: fits of it, and the severity that follows.
 *
 * Sizes and costs are counts in any unit (cells and reads, bytes and
 * executions); a fit is in the same units. Fits are least squares by modified
 * Gram-Schmidt (Bjorck, "Solving linear least squares problems by Gram-Schmidt
 * orthogonalization", BIT 7, 1967); intervals rest on Student's t distribution
 * (Abramowitz and Stegun, 26.7.3 and 26.7.4). A unit test checks both against
 * GSL. */
#ifndef RETREAD_LIB_GROWTH_GROWTH_H
#define RETREAD_LIB_GROWTH_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GROWTH_POINTS 64

struct growth_point {
	double size, cost;
};

/* ---- a power law: cost ~ size ^ degree ---- */

/* Points seen, a fair sample of them when there are many; the same points give
 * the same sample. Zero-initialise it. */
struct growth {
	struct growth_point *point;
	uint32_t count, capacity;
	uint64_t seen;
	uint64_t random;
	double size_min, size_max; /* of all points seen */
};

/* The slope of a line through the logarithms of the points. If these scatter
 * about the line as normal errors do, LOW to HIGH has the true slope in 95 of
 * 100 cases; infinite for fewer than three different sizes. */
struct growth_fit {
	double degree;
	double low, high;
	uint64_t points; /* seen; 0: there is no fit */
};

/* Points with a size or cost of 0 are left out. */
void growth_add(struct growth *growth, double size, double cost);

/* Do the sizes span a factor of SPAN at least? Else they say nothing. */
bool growth_has_sizes(const struct growth *growth, double span);

/* False, with FIT zero: they do not span GROWTH_SPAN. */
bool growth_fit(const struct growth *growth, struct growth_fit *fit);

void growth_release(struct growth *growth);

/* ---- severity ---- */

/* analyzer/rewalk/limits.h says where these come from. */
#define GROWTH_SPAN	    1.5 /* a smaller factor between sizes is none */
#define GROWTH_HIGH_REREADS 24
#define GROWTH_HIGH_LENGTHS 3
#define GROWTH_HIGH_DEGREE  1.5
#define GROWTH_LOW_DEGREE   1.2

/* From how many re-reads, lengths of walks, and which degree on a re-walk is
 * high; up to which degree it is bounded. */
struct growth_limits {
	double high_rereads, high_lengths, high_degree, low_degree;
};

extern const struct growth_limits growth_limits_default;

/* Of calls of different sizes: the larger walk no further, or reads grow hardly
 * faster than what is read, and the interval leaves no room for a high degree.
 * HAS_GROWN: the longest walk has. */
bool growth_is_bounded(const struct growth_limits *limits, bool has_grown,
	const struct growth_fit *fit);

bool growth_is_high(const struct growth_limits *limits, uint64_t rereads,
	unsigned lengths, const struct growth_fit *fit);

/* Whether the costs of COUNT points, by size, rise in proportion to sizes of which the last
 * is at least GROWTH_FLAT_SPAN times the first, or hardly steeper, as n log n is. */
#define GROWTH_FLAT_SPAN 16
bool growth_is_flat(const struct growth_point *point, size_t count);

/* ---- laws: cost = a + b n + c f(n) ---- */

/* f(n) = n^POWER, times log2 n if HAS_LOG. {0, false} is not growth. */
struct growth_term {
	double power;
	bool has_log;
};

struct growth_model {
	struct growth_term term;
	double a, b, c; /* b and c >= 0; b = 0 where f is no steeper than n */
};

double growth_term_at(struct growth_term term, double n);
double growth_model_at(const struct growth_model *model, double n);

/* Fits a model with TERM to COUNT points, at most GROWTH_POINTS, so that the sum
 * of squared relative errors is least. Sizes are positive. False: no such model
 * with b, c >= 0 exists, or the points do not determine one. */
bool growth_fit_model(const struct growth_point *point, size_t count,
	struct growth_term term, struct growth_model *model);

#endif
