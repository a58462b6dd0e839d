/* SPDX-License-Identifier: MIT
 * Counts at growing sizes -> the law they follow, or that none is shown.
 *
 * The variable is K, how often a part of an input is repeated; sizes in bytes
 * are a + b K. Three tests, in this order:
 *
 * Exact. Counts at equally spaced K whose differences of order d + 1 are all
 * zero lie on a polynomial of degree d. If it also tells the counts at K far
 * outside, to the last digit, the degree is d and nothing is left to estimate.
 * Where K are not equally spaced the first d + 1 counts must tell the others.
 *
 * Exponential. The logarithm of the count grows by the same amount for each
 * step of K, over a range in which no power would do that.
 *
 * Models. a + b n + c f(n), for each f of a list, by least squares of relative
 * errors. A model is judged by what it says about sizes it was not fitted to,
 * and by the local degrees p = log2(D'/D), D being the increments between
 * doublings of K (constants cancel). Of the classes that are left there must be
 * one, or two that differ in a logarithm: else nothing is shown. */
#ifndef RETREAD_LIB_GROWTH_LAW_H
#define RETREAD_LIB_GROWTH_LAW_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/growth/growth.h"

/* From the weakest to the strongest. */
enum proof_verdict { PROOF_NOT_SHOWN, PROOF_BOUNDED, PROOF_GROWS };

#define LAW_POINTS 32 /* most points of a series */

/* From the slowest growth to the fastest. */
enum law_class {
	LAW_CONSTANT,
	LAW_LOG,
	LAW_ROOT,
	LAW_LINEAR,
	LAW_LINEAR_LOG,
	LAW_POWER_1_5,
	LAW_SQUARE,
	LAW_SQUARE_LOG,
	LAW_CUBE,
	LAW_FOURTH,
	LAW_EXPONENTIAL,
	LAW_CLASSES
};

/* One series of counts; the size is K, which rises. */
struct law_series {
	struct growth_point point[LAW_POINTS];
	size_t points;
};

/* What is known about one counter. */
struct law_curve {
	struct law_series doubled; /* each K twice the one before */
	struct law_series equal;   /* K in equal steps */
	/* Where K are as somebody chose them: all of them, and DOUBLED has those
	 * that are some way apart. Else empty. */
	struct law_series given;
	bool is_noisy;	   /* runs of one input differ */
	bool is_irregular; /* what is repeated is not all the same */
};

struct law {
	enum proof_verdict verdict;
	enum law_class class; /* the fastest one that is left */
	unsigned left;	      /* a bit for each class that is left */
	double degree;	      /* of the count as a power of K */
	double low, high;     /* interval of it */
	double trend;	      /* mean of the last local degrees */
	double base;	      /* EXPONENTIAL: factor per step of K */
	bool is_exact;	      /* a polynomial, to the last digit */
	double from, to;      /* K for which it was seen to hold */
	double left_out;      /* a smaller K, at which it does not; 0: none */
	bool is_limited;      /* beyond LIMIT the count grows no more */
	double limit;
	/* The model that fits best, its error at sizes that it was not fitted
	 * to, and the best one of another class. */
	struct growth_model model, rival_model;
	double error, rival_error;
	enum law_class rival; /* LAW_CLASSES: none was tried */
};

void law_find(const struct law_curve *curve, struct law *law);

/* The degree of the polynomial through SERIES, whose K are equally spaced, or
 * -1. COEFFICIENT gets its differences at the first K (Newton's form). */
int law_find_polynomial(
	const struct law_series *series, double coefficient[LAW_POINTS]);
/* The degree of the polynomial through SERIES, whose K are as they came, when
 * enough of its counts are identified by the others to the last digit; else -1. */
int law_find_given_polynomial(const struct law_series *series);
/* The points from FIRST up to END of SERIES. */
struct law_series law_part(
	const struct law_series *series, size_t first, size_t end);
/* The same without the smallest size, which may be a start-up; a square needs to tell one
 * count only if its differences are whole. It never returns 0 or 1. */
int law_find_later_polynomial(const struct law_series *series);
double law_evaluate_polynomial(const struct law_series *series, int degree,
	const double coefficient[LAW_POINTS], double k);

/* "n^2", "n log n", "n or n log n", "n^5", "2^n". BUFFER has LAW_NAME_BYTES. */
#define LAW_NAME_BYTES 64
const char *law_class_name(enum law_class class);
const char *law_name(const struct law *law, char *buffer);
/* The same with the base of an exponential law: "3.8^n", "phi^n (1.618^n)". */
const char *law_name_with_base(const struct law *law, char *buffer);

/* Grows faster than n log n. */
bool law_is_steep(const struct law *law);
/* Is A the steeper law, for ranking? */
int law_compare(const struct law *a, const struct law *b);

#endif
