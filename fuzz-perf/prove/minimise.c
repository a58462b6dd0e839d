/* SPDX-License-Identifier: MIT
 * Makes a pattern shorter and readable without losing its law. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/probe.h"
#include "lib/families/family.h"

#define EDGE_LIMIT 4000000
#define BYTES_MAX  4096
#define SAME	   0.1 /* no less of a degree */
#define KEPT	   0.9 /* of the count */

struct minimiser {
	struct probe *probe;
	uint32_t key;
	size_t k[FAMILY_STEPS];
	double count[FAMILY_STEPS]; /* to keep */
	double degree;
	double yield; /* to keep */
};

static double minimise_degree_of(const double count[FAMILY_STEPS])
{
	double earlier = count[1] - count[0], later = count[2] - count[1];

	return earlier > 0 && later > 0 ? log2(later / earlier) : 0;
}

/* What the last step of K brings, for the bytes that it takes. */
static double yield_of(const struct minimiser *minimiser,
	const struct family *family, const double count[FAMILY_STEPS])
{
	double each =
		(double)(family_length(family, 1) - family_length(family, 0));
	double power = fmin(fmax(round(minimiser->degree), 1), 4);

	return each > 0 ? (count[2] - count[1]) / pow(each, power) : 0;
}

/* Runs FAMILY at the three K. *IS_RUN: all of them ended well. */
static int minimise_run(struct minimiser *minimiser,
	const struct family *family, double count[FAMILY_STEPS], bool *is_run,
	struct error *err)
{
	uint64_t value[FAMILY_STEPS];

	for (int i = 0; i < FAMILY_STEPS; i++) {
		size_t length = family_length(family, minimiser->k[i]);
		family_build(family, minimiser->k[i],
			probe_slot(minimiser->probe, (unsigned)i));
		probe_set_length(minimiser->probe, (unsigned)i, length);
	}
	if (probe_run_slots(
		    minimiser->probe, FAMILY_STEPS, minimiser->key, value, err))
		return -1;
	*is_run = true;
	for (int i = 0; i < FAMILY_STEPS; i++) {
		*is_run &= value[i] != UINT64_MAX;
		count[i] = (double)value[i];
	}
	return 0;
}

static int minimise_keeps_law(struct minimiser *minimiser,
	const struct family *family, bool *is_kept, struct error *err)
{
	double count[FAMILY_STEPS];

	if (minimise_run(minimiser, family, count, is_kept, err))
		return -1;
	*is_kept =
		*is_kept &&
		minimise_degree_of(count) >= minimiser->degree - SAME &&
		yield_of(minimiser, family, count) >= KEPT * minimiser->yield;
	return 0;
}

/* Bytes of a part. */
struct cut {
	struct bytes *part;
	size_t at, size;
};

/* Takes CUT away if the law stays. */
static int try_without(struct minimiser *minimiser, struct family *family,
	const struct cut *cut, bool *is_kept, struct error *err)
{
	struct family old = family_dup(family);
	int result;

	*is_kept = false;
	if (!family_cut(family, cut->part, cut->at, cut->size)) {
		family_release(&old);
		return 0;
	}
	result = minimise_keeps_law(minimiser, family, is_kept, err);
	if (result || !*is_kept) {
		family_release(family);
		*family = old;
	} else {
		family_release(&old);
	}
	return result;
}

static int minimise_shorten(struct minimiser *minimiser, struct family *family,
	struct bytes *part, size_t least, struct error *err)
{
	bool is_kept;

	for (size_t size = part->length; size; size /= 2)
		for (size_t at = 0; at + size <= part->length;) {
			if (probe_is_over(minimiser->probe))
				return 0;
			if (part->length < size + least)
				break;
			const struct cut cut = {part, at, size};
			if (try_without(minimiser, family, &cut, &is_kept, err))
				return -1;
			if (!is_kept)
				at += size;
		}
	return 0;
}

static bool minimise_is_readable(uint8_t byte)
{
	return isprint(byte) || byte == '\n' || byte == '\t';
}

/* Replaces what no terminal shows by something that does as well, every equal
 * byte alike at first, else one by one. */
static int make_readable(struct minimiser *minimiser, struct family *family,
	struct bytes *part, struct error *err)
{
	static const uint8_t choice[] = "a1 0zA-,(";
	bool is_kept;

	for (size_t at = 0; at < part->length; at++) {
		uint8_t old = part->at[at];
		if (minimise_is_readable(old))
			continue;
		is_kept = false;
		for (size_t i = 0; !is_kept && i + 1 < sizeof choice; i++) {
			if (probe_is_over(minimiser->probe)) {
				part->at[at] = old;
				return 0;
			}
			part->at[at] = choice[i];
			if (minimise_keeps_law(
				    minimiser, family, &is_kept, err))
				return -1;
		}
		if (!is_kept)
			part->at[at] = old;
	}
	return 0;
}

static int minimise_start(struct minimiser *minimiser,
	const struct family *family, bool *is_run, struct error *err)
{
	family_choose_k(family, BYTES_MAX, minimiser->k);
	*is_run = false;
	while (minimiser->k[0]) {
		if (minimise_run(
			    minimiser, family, minimiser->count, is_run, err))
			return -1;
		if (*is_run)
			break;
		for (int i = 0; i < FAMILY_STEPS; i++)
			minimiser->k[i] /= 2;
	}
	minimiser->degree = minimise_degree_of(minimiser->count);
	minimiser->yield = yield_of(minimiser, family, minimiser->count);
	return 0;
}

int minimise_family(struct probe *probe, struct family *family, uint32_t key,
	struct error *err)
{
	struct minimiser minimiser = {.probe = probe, .key = key};
	bool is_pieces = family->kind == FAMILY_PIECES, is_run;
	struct {
		struct bytes *part;
		size_t least;
	} rows[] = {{&family->suffix, 0}, {&family->prefix, 0},
		{&family->middle, 0}, {&family->second, is_pieces},
		{&family->first, 0}};
	int result;

	probe_set_edge_limit(probe, EDGE_LIMIT);
	result = minimise_start(&minimiser, family, &is_run, err);
	if (result || !is_run)
		return result;
	for (size_t i = 0; !result && i < sizeof rows / sizeof rows[0]; i++)
		result = minimise_shorten(
			&minimiser, family, rows[i].part, rows[i].least, err);
	for (size_t i = 0; !result && i < sizeof rows / sizeof rows[0]; i++)
		result = make_readable(&minimiser, family, rows[i].part, err);
	return result;
}
