/* SPDX-License-Identifier: MIT
 * Draws: numbers, choices, text and lists, each from the fewest bytes. */
#include "fuzz-perf/generate/runs.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STOP	    32 /* characters below this end a string */
#define FRESH_TOKEN 16 /* one token in so many is none of the words */

/* 0 .. COUNT - 1, COUNT 0 meaning 2^64: the byte string's place in its range. */
static uint64_t draw_below(struct gen *g, uint64_t count)
{
	unsigned bytes = count ? 0 : 8;

	if (count == 1)
		return 0;
	while (bytes < 8 && count && (count - 1) >> 8 * bytes)
		bytes++;
	uint64_t drawn = gen_draw(g, bytes, PARAMETERS_NUMBER,
		count > UINT32_MAX ? 0 : (uint32_t)count);
	if (!count)
		return drawn;
	return (uint64_t)((unsigned __int128)drawn * count >> 8 * bytes);
}

/* A byte of which THRESHOLD .. 255 mean yes. */
static bool draw_chance(struct gen *g, unsigned threshold)
{
	return gen_draw(g, 1, PARAMETERS_CHANCE, threshold) >= threshold;
}

uint64_t gen_u64(struct gen *g, uint64_t lo, uint64_t hi)
{
	if (lo > hi)
		gen_reject(g, "a range is empty");
	uint64_t value = lo + draw_below(g, hi - lo + 1);
	gen_show(g, "%" PRIu64 "  of %" PRIu64 "..%" PRIu64, value, lo, hi);
	return value;
}

/* What stands at place AT of the order 0, 1, -1, 2, -2, ... of LO .. HI, where
 * BELOW and ABOVE values are on either side of the one that is closest to 0. */
static int64_t place_signed(
	uint64_t at, int64_t middle, uint64_t below, uint64_t above)
{
	uint64_t both = below < above ? below : above;
	uint64_t start = (uint64_t)middle;

	/* AT / 2 <= BOTH without an overflow: in the part with both sides. */
	if (at / 2 + (at & 1) <= both)
		return (int64_t)(at & 1 ? start + at / 2 + 1 : start - at / 2);
	uint64_t far = at - both;
	return (int64_t)(above > below ? start + far : start - far);
}

int64_t gen_i64(struct gen *g, int64_t lo, int64_t hi)
{
	if (lo > hi)
		gen_reject(g, "a range is empty");
	int64_t middle = lo > 0 ? lo : hi < 0 ? hi : 0;
	uint64_t below = (uint64_t)middle - (uint64_t)lo;
	uint64_t above = (uint64_t)hi - (uint64_t)middle;
	int64_t value = place_signed(
		draw_below(g, below + above + 1), middle, below, above);
	gen_show(g, "%" PRId64 "  of %" PRId64 "..%" PRId64, value, lo, hi);
	return value;
}

int gen_int(struct gen *g, int lo, int hi)
{
	return (int)gen_i64(g, lo, hi);
}

size_t gen_size(struct gen *g, size_t max)
{
	unsigned bits = 0;

	while (bits < 64 && max >> bits)
		bits++;
	unsigned magnitude = (unsigned)draw_below(g, bits + 1);
	if (!magnitude)
		return 0;
	uint64_t least = 1ull << (magnitude - 1);
	uint64_t most = magnitude == bits ? max : 2 * least - 1;
	size_t value = least + draw_below(g, most - least + 1);
	gen_show(g, "%zu  of 0..%zu", value, max);
	return value;
}

bool gen_bool(struct gen *g)
{
	return gen_chance(g, 1, 2);
}

bool gen_chance(struct gen *g, unsigned numerator, unsigned denominator)
{
	if (!numerator || !denominator)
		return false;
	uint64_t yes = 256ull * numerator / denominator;
	yes = yes < 1 ? 1 : yes > 255 ? 255 : yes;
	bool value = draw_chance(g, (unsigned)(256 - yes));
	gen_show(g, "%s", value ? "yes" : "no");
	return value;
}

double gen_double(struct gen *g, double lo, double hi)
{
	double part =
		(double)(gen_draw(g, 7, PARAMETERS_NUMBER, 0) >> 3) * 0x1p-53;
	double value = lo + part * (hi - lo);

	gen_show(g, "%g  of %g..%g", value, lo, hi);
	return value;
}

double gen_float_any(struct gen *g)
{
	static const double special[] = {0, 1, -1, 0.5, -0.0, 2, 10, 0.1,
		DBL_MAX, -DBL_MAX, DBL_MIN, DBL_MIN / 2, 0x1p-1074, DBL_EPSILON,
		0x1p53, HUGE_VAL, -HUGE_VAL, NAN};
	unsigned count = sizeof special / sizeof special[0];
	unsigned index = (unsigned)draw_below(g, 2 * count);
	double value;

	if (index < count) {
		value = special[index];
	} else {
		uint64_t bits = gen_draw(g, 8, PARAMETERS_NUMBER, 0);
		memcpy(&value, &bits, sizeof value);
	}
	gen_show(g, "%g", value);
	return value;
}

unsigned gen_pick(struct gen *g, unsigned count)
{
	if (!count)
		gen_reject(g, "a choice has nothing to choose from");
	unsigned index = (unsigned)draw_below(g, count);
	gen_show(g, "choice %u of %u", index, count);
	return index;
}

unsigned gen_weighted(struct gen *g, const unsigned *weight, unsigned count)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < count; i++)
		sum += weight[i];
	if (!sum)
		gen_reject(g, "a choice has nothing to choose from");
	uint64_t at = draw_below(g, sum);
	unsigned index = 0;
	while (at >= weight[index])
		at -= weight[index++];
	gen_show(g, "choice %u of %u", index, count);
	return index;
}

const void *gen_elem(struct gen *g, const void *base, size_t count, size_t size)
{
	return (const char *)base + gen_pick(g, (unsigned)count) * size;
}

void gen_bytes(struct gen *g, void *to, size_t count)
{
	for (size_t i = 0; i < count; i++)
		((uint8_t *)to)[i] =
			(uint8_t)gen_draw(g, 1, PARAMETERS_NUMBER, 256);
	gen_show(g, "%zu bytes", count);
}

char *gen_string(struct gen *g, const char *alphabet, size_t max)
{
	static const char printable[] =
		"abcdefghijklmnopqrstuvwxyz0123456789 _-.,:;/"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+<=>?@[\\]^`{|}~";
	size_t length = 0, capacity = 0;
	char *text = NULL;

	if (!alphabet)
		alphabet = printable;
	size_t letters = strlen(alphabet);
	letters = letters > 256 - STOP ? 256 - STOP : letters;
	for (;;) {
		unsigned drawn =
			(unsigned)gen_draw(g, 1, PARAMETERS_NUMBER, 256);
		if (length + 1 >= capacity) {
			char *larger =
				gen_alloc(g, capacity = 2 * capacity + 32);
			text = length ? memcpy(larger, text, length) : larger;
		}
		if (drawn < STOP || length >= max || !letters)
			break;
		text[length++] =
			alphabet[(drawn - STOP) * letters / (256 - STOP)];
	}
	text[length] = '\0';
	gen_show(g, "\"%s\"", text);
	return text;
}

const char *gen_token(struct gen *g, const char *const *words)
{
	unsigned count = 0;

	while (words[count])
		count++;
	if (!count)
		return gen_string(g, NULL, 16);
	uint64_t fresh = count / (FRESH_TOKEN - 1) + 1;
	uint64_t index = draw_below(g, count + fresh);
	if (index >= count)
		return gen_string(g, NULL, 16);
	gen_show(g, "%s", words[index]);
	return words[index];
}

/* ---- lists ---- */

static unsigned stop_threshold(const struct gen_list *list)
{
	size_t average = list->average;

	if (!average) {
		size_t half = (list->max - list->min + 1) / 2;
		average = list->min + (half < 8 ? half : 8);
	}
	size_t more = average > list->min ? average - list->min : 0;
	size_t threshold = 256 / (more + 1);
	return threshold > 255 ? 255 : threshold < 1 ? 1 : (unsigned)threshold;
}

/* Lists, and elements, in spans of one label are alike. */
static uint32_t label_in(const struct gen *g, const char *what)
{
	uint32_t open = g->depth > g->base_depth
				? g->open[g->depth - 1 - g->base_depth]
				: UINT32_MAX;
	uint32_t outer =
		open == UINT32_MAX ? 0 : g->run->record->span[open].label;

	return (uint32_t)parameters_hash(outer, what, strlen(what));
}

static void open_part(struct gen *g, const char *what)
{
	gen_open(g, what, label_in(g, what));
}

/* The byte of an element belongs to it: they come and go together. So its span is
 * open when it is drawn, and the last one, that stops, has only its draw. */
static bool open_element(struct gen *g, const struct gen_list *list)
{
	struct gen_record *record = g->run->record;
	uint32_t spans = record->span_count;

	open_part(g, "element");
	bool goes_on = draw_chance(g, stop_threshold(list));
	if (list->count < list->min)
		goes_on = true;
	if (list->count >= list->max)
		goes_on = false;
	if (!goes_on && record->span_count == spans + 2) {
		record->span[spans] = record->span[spans + 1];
		record->span[spans].depth--;
		record->span_count = spans + 1;
		g->depth--;
	}
	return goes_on;
}

bool gen_more(struct gen *g, struct gen_list *list)
{
	if (!list->depth_) {
		open_part(g, "list");
		list->depth_ = g->depth;
		list->count = 0;
	}
	gen_close(g, list->depth_);
	if (open_element(g, list)) {
		list->count++;
		return true;
	}
	gen_close(g, list->depth_ - 1);
	gen_show(g, "(%zu elements)", list->count);
	list->depth_ = 0;
	return false;
}
