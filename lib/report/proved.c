/* SPDX-License-Identifier: MIT
 * What a report says of the proof of a finding: copies, order, JSON. */
#include "config.h"

#include <string.h>

#include "lib/json.h"
#include "lib/report/internal.h"

#define REAL_MAX 1e300

static const char *const state_names[] = {
	"known", "not-shown", "bounded", "proved", "suppressed", NULL};

const char *report_state_name(enum report_state state)
{
	return state_names[state];
}

enum report_state report_finding_state(const struct report_finding *finding)
{
	if (finding->suppressed)
		return REPORT_SUPPRESSED;
	return finding->proof != NULL ? finding->proof->state : REPORT_KNOWN;
}

const struct report_proof *report_copy_proof(
	struct report *report, const struct report_proof *proof)
{
	struct report_proof *copy;

	if (proof == NULL)
		return NULL;
	copy = arena_copy(&report->private_->arena, proof, sizeof(*copy));
	copy->verdict = report_copy_text(report, proof->verdict);
	copy->sentence = report_copy_text(report, proof->sentence);
	copy->model = report_copy_text(report, proof->model);
	copy->pattern = report_copy_text(report, proof->pattern);
	copy->degree = report_round(proof->degree);
	copy->degree_low = report_round(proof->degree_low);
	copy->degree_high = report_round(proof->degree_high);
	return copy;
}

void report_set_proof(
	struct report *report, size_t finding, const struct report_proof *proof)
{
	report->finding[finding].proof = report_copy_proof(report, proof);
}

const struct report_proof *report_stronger_proof(
	const struct report_proof *a, const struct report_proof *b)
{
	int order;

	if (a == NULL || b == NULL)
		return a != NULL ? a : b;
	order = report_compare_number(b->state, a->state)
			?: report_compare_number(b->to, a->to)
			?: report_compare_text(a->sentence, b->sentence)
			?: report_compare_text(a->pattern, b->pattern);
	return order <= 0 ? a : b;
}

struct json_value *report_make_proof(const struct report_proof *proof)
{
	struct json_value *object = json_make_object();

	json_put_text(object, "state", report_state_name(proof->state));
	json_put_text(object, "verdict", proof->verdict);
	json_put_text(object, "sentence", proof->sentence);
	json_put_text(object, "model", proof->model);
	if (proof->degree != 0) {
		json_put_real(object, "degree", proof->degree);
		json_put_real(object, "low", proof->degree_low);
		json_put_real(object, "high", proof->degree_high);
	}
	if (proof->to != 0) {
		json_put_count(object, "from", proof->from);
		json_put_count(object, "to", proof->to);
	}
	if (proof->one_second != 0)
		json_put_count(object, "one_second", proof->one_second);
	json_put_text(object, "pattern", proof->pattern);
	json_put_bool(object, "partial", proof->is_partial);
	return object;
}

static uint64_t count_or_zero(const struct json_at *at, const char *key)
{
	return json_has(at, key) ? json_get_count(at, key, UINT64_MAX) : 0;
}

static double real_or_zero(const struct json_at *at, const char *key)
{
	return json_has(at, key) ? json_get_real(at, key, -REAL_MAX, REAL_MAX)
				 : 0;
}

struct report_proof report_read_proof(const struct json_at *finding)
{
	struct json_at at = json_at_member(finding, "proof", JSON_KIND_OBJECT);
	struct report_proof proof = {
		.state = (enum report_state)json_get_choice(
			&at, "state", state_names),
		.verdict = json_get_text(&at, "verdict"),
		.sentence = json_get_text(&at, "sentence"),
		.model = json_get_text_or_null(&at, "model"),
		.pattern = json_get_text_or_null(&at, "pattern"),
		.degree = real_or_zero(&at, "degree"),
		.degree_low = real_or_zero(&at, "low"),
		.degree_high = real_or_zero(&at, "high"),
		.from = count_or_zero(&at, "from"),
		.to = count_or_zero(&at, "to"),
		.one_second = count_or_zero(&at, "one_second"),
	};

	if (json_has(&at, "partial"))
		proof.is_partial = json_get_bool(&at, "partial");
	if (!at.reader->failed && (proof.state == REPORT_KNOWN ||
					  proof.state == REPORT_SUPPRESSED))
		json_at_fail(&at, "state", "is not of a proof");
	return proof;
}
