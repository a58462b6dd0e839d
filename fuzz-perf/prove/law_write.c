/* SPDX-License-Identifier: MIT
 * A law as a sentence, as text and as JSON. */
#include "config.h"

#include "fuzz-perf/prove/law_write.h"

#include <math.h>

#include "lib/json.h"
#include "lib/memory.h"

const char *law_verdict_name(enum law_verdict verdict)
{
	static const char *const name[] = {"not-shown", "bounded", "grows"};

	return name[verdict];
}

char *law_sentence_dup(const struct law *law, enum law_verdict verdict,
	const struct law_range *range)
{
	char name[LAW_NAME_BYTES];

	law_name(law, name);
	if (verdict == LAW_BOUNDED)
		return memory_format("bounded: no growth found for n = "
				     "%.0f..%.0f",
			range->from, range->to);
	if (verdict == LAW_NOT_SHOWN)
		return memory_format("not shown%s%s",
			*name ? ": may be " : ": no model fits", name);
	if (law->class == LAW_EXPONENTIAL)
		return memory_format("grows as %.3f^n for n = %.0f..%.0f%s",
			range->base, range->from, range->to,
			law->is_limited ? ", then limited" : "");
	if (law->is_limited)
		return memory_format(
			"grows as %s for n = %.0f..%.0f, then limited (at "
			"about n = %.0f)",
			name, range->from, range->to, range->limit);
	return memory_format(
		"grows as %s for n = %.0f..%.0f", name, range->from, range->to);
}

void law_print_model(const struct law *law, FILE *out)
{
	char name[LAW_NAME_BYTES];

	if (law->is_exact)
		fprintf(out,
			"best model   %s, exact: a polynomial tells every "
			"count\n",
			law_name(law, name));
	else if (law->class != LAW_EXPONENTIAL)
		fprintf(out, "best model   %s   error %.2g %%",
			law_name(law, name), law->error * 100);
	if (!law->is_exact && law->rival < LAW_CLASSES &&
		isfinite(law->rival_error))
		fprintf(out, "      next best %s: %.2g %%",
			law_class_name(law->rival), law->rival_error * 100);
	if (!law->is_exact && law->class != LAW_EXPONENTIAL)
		fputc('\n', out);
}

void law_put_json(struct json_value *object, const struct law *law,
	enum law_verdict verdict, const struct law_range *range,
	bool is_measured)
{
	char name[LAW_NAME_BYTES];
	struct json_value *left = json_make_array();
	bool is_growing = verdict == LAW_GROWS;

	json_put_text(object, "model", is_measured ? law_name(law, name) : "");
	json_put_real(object, "degree", is_growing ? law->degree : 0);
	json_put_real(object, "low", is_growing ? law->low : 0);
	json_put_real(object, "high", is_growing ? law->high : 0);
	for (int i = 0; i < LAW_CLASSES; i++)
		if (law->left >> i & 1)
			json_append_text(left, law_class_name(i));
	json_put(object, "models_left", left);
	json_put_bool(object, "exact", law->is_exact);
	json_put_bool(object, "limited", law->is_limited);
	if (law->class == LAW_EXPONENTIAL && is_growing)
		json_put_real(object, "base", range->base);
	json_put_real(object, "error", isfinite(law->error) ? law->error : 1);
	if (law->rival < LAW_CLASSES && isfinite(law->rival_error)) {
		json_put_text(object, "rival", law_class_name(law->rival));
		json_put_real(object, "rival_error", law->rival_error);
	}
}
