/* SPDX-License-Identifier: MIT
 * How a cost grows with a size. */
#include "config.h"

#include "lib/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>

#include "lib/memory.h"

#define SPAN_MIN 1.5

/* A step of a linear congruential generator (Knuth's MMIX). */
static uint64_t draw(struct growth *growth, uint64_t below)
{
	growth->random = growth->random * UINT64_C(6364136223846793005) +
			 UINT64_C(1442695040888963407);
	return (growth->random >> 33) % below;
}

void growth_add(struct growth *growth, double size, double cost)
{
	uint64_t at = growth->count;

	if (size <= 0 || cost <= 0)
		return;
	if (growth->seen++ == 0)
		growth->size_min = growth->size_max = size;
	growth->size_min = fmin(growth->size_min, size);
	growth->size_max = fmax(growth->size_max, size);
	if (at == GROWTH_POINTS) {
		at = draw(growth, growth->seen);
		if (at >= GROWTH_POINTS)
			return;
	} else if (growth->count++ == growth->capacity) {
		growth->capacity = growth->capacity ? 4 * growth->capacity : 4;
		growth->point = memory_resize(
			growth->point, growth->capacity, sizeof *growth->point);
	}
	growth->point[at] = (struct growth_point){size, cost};
}

bool growth_has_sizes(const struct growth *growth)
{
	return growth->seen > 1 &&
	       growth->size_max >= SPAN_MIN * growth->size_min;
}

static uint32_t count_sizes(const struct growth *growth)
{
	uint32_t sizes = 0;

	for (uint32_t i = 0; i < growth->count; i++) {
		uint32_t j = 0;
		while (growth->point[j].size != growth->point[i].size)
			j++;
		sizes += j == i;
	}
	return sizes;
}

bool growth_fit(const struct growth *growth, struct growth_fit *fit)
{
	double x[GROWTH_POINTS], y[GROWTH_POINTS];
	double base, slope, base_variance, covariance, variance, squares, half;
	uint32_t n = growth->count;

	memset(fit, 0, sizeof *fit);
	if (!growth_has_sizes(growth) || count_sizes(growth) < 3)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		x[i] = log(growth->point[i].size);
		y[i] = log(growth->point[i].cost);
	}
	gsl_fit_linear(x, 1, y, 1, n, &base, &slope, &base_variance,
		&covariance, &variance, &squares);
	half = gsl_cdf_tdist_Pinv(0.975, n - 2) * sqrt(variance);
	fit->degree = slope;
	fit->low = slope - half;
	fit->high = slope + half;
	fit->points = growth->seen;
	return isfinite(fit->degree) && isfinite(half);
}

void growth_release(struct growth *growth)
{
	free(growth->point);
	memset(growth, 0, sizeof *growth);
}
