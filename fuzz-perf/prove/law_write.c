/* SPDX-License-Identifier: MIT
 * A law as proof.json and people are told it. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <math.h>

#include "lib/memory.h"
#include "lib/words.h"

static const char *sentence(const struct law *law, enum proof_verdict verdict,
	const struct law_range *range, struct arena *arena)
{
	char name[LAW_NAME_BYTES];

	law_name(law, name);
	if (verdict == PROOF_BOUNDED)
		return arena_format(arena,
			"bounded: no growth found for n = %.0f..%.0f",
			range->from, range->to);
	if (verdict == PROOF_NOT_SHOWN)
		return arena_format(arena, "not shown%s%s",
			*name ? ": may be " : ": no model fits", name);
	if (law->class == LAW_EXPONENTIAL)
		return arena_format(arena,
			"grows as %.3f^n for n = %.0f..%.0f%s", range->base,
			range->from, range->to,
			law->is_limited ? ", then limited" : "");
	if (law->is_limited)
		return arena_format(arena,
			"grows as %s for n = %.0f..%.0f, then limited (at "
			"about n = %.0f)",
			name, range->from, range->to, range->limit);
	if (law->left_out > 0)
		return arena_format(arena,
			"grows as %s for n = %.0f..%.0f (%.0f does not fit and "
			"is left out)",
			name, range->from, range->to, law->left_out);
	return arena_format(arena, "grows as %s for n = %.0f..%.0f", name,
		range->from, range->to);
}

struct proof_law law_describe(const struct law *law, enum proof_verdict verdict,
	const struct law_range *range, struct arena *arena)
{
	bool is_growing = verdict == PROOF_GROWS;
	bool is_exponential = law->class == LAW_EXPONENTIAL;
	bool has_rival = law->rival < LAW_CLASSES && isfinite(law->rival_error);
	char name[LAW_NAME_BYTES];
	struct proof_law told = {.verdict = verdict,
		.sentence = sentence(law, verdict, range, arena),
		.model = arena_string(arena, law_name(law, name)),
		.left = arena_alloc(arena, LAW_CLASSES * sizeof *told.left),
		.is_exact = law->is_exact,
		.is_limited = law->is_limited,
		.base = is_exponential && is_growing ? range->base : 0,
		.error = isfinite(law->error) ? law->error : 1};

	for (int i = 0; i < LAW_CLASSES; i++)
		if (law->left >> i & 1)
			told.left[told.left_count++] = law_class_name(i);
	if (is_growing) {
		told.degree = law->degree;
		told.low = law->low;
		told.high = law->high;
	}
	if (verdict != PROOF_NOT_SHOWN && !is_exponential)
		told.fit = law->model;
	if (has_rival) {
		told.rival = law_class_name(law->rival);
		told.rival_error = law->rival_error;
		told.rival_fit = law->rival_model;
	}
	return told;
}

const char *law_model_name(const struct law *law, struct arena *arena)
{
	char name[LAW_NAME_BYTES];

	return law->verdict == PROOF_NOT_SHOWN
		       ? "not shown"
		       : arena_string(arena, law_name(law, name));
}

void law_print_model(const struct proof_law *law, FILE *out)
{
	if (law->verdict != PROOF_GROWS || law->base > 0)
		return;
	fprintf(out, "best model   %s", law->model);
	if (law->is_exact)
		fputs(", exact: one polynomial fits every count", out);
	else
		fprintf(out, "   error %.2g %%", law->error * 100);
	if (!law->is_exact && law->rival)
		fprintf(out, "      next best %s: %.2g %%", law->rival,
			law->rival_error * 100);
	fputc('\n', out);
}

void law_print_verdict(
	const char *title, const struct proof_law *law, FILE *out)
{
	fprintf(out, "%-12s %s", title, law->sentence);
	if (law->verdict == PROOF_GROWS && law->base == 0)
		fprintf(out, "   (degree %.2f, %.2f..%.2f)", law->degree,
			law->low, law->high);
	fputc('\n', out);
}

void law_print_count(uint64_t count, int width, FILE *out)
{
	char text[WORDS_NUMBER_BYTES];

	fprintf(out, "%*s", width, words_number(text, count));
}

void law_print_stronger(
	const struct proof_result *proof, const char *folder, FILE *out)
{
	if (proof)
		fprintf(out,
			"known        %s: it says more, and stays the proof in "
			"%s\n",
			proof->law.sentence, folder);
}
