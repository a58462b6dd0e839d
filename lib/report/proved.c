/* SPDX-License-Identifier: MIT
 * What a report keeps of a proof, and which of two says more. */
#include "config.h"

#include "lib/report/joins.h"
#include "lib/report/proof.h"

struct report_proof report_proof_of(const struct proof_result *proof)
{
	const struct proof_law *law = &proof->law;

	return (struct report_proof){.state = proof->is_steep ? REPORT_PROVED
					      : law->verdict == PROOF_BOUNDED
						      ? REPORT_BOUNDED
						      : REPORT_NOT_SHOWN,
		.verdict = law->verdict,
		.sentence = law->sentence,
		.model = law->model,
		.pattern = proof->pattern,
		.degree = law->degree,
		.degree_low = law->low,
		.degree_high = law->high,
		.from = proof->from,
		.to = proof->to,
		.one_second = proof->one_second,
		.is_partial = proof->is_partial,
		.evidence = proof_evidence(proof)};
}

const struct report_proof *report_stronger_proof(
	const struct report_proof *a, const struct report_proof *b)
{
	int order;

	if (!a || !b)
		return a ? a : b;
	order = report_compare_number(
			b->state == REPORT_PROVED, a->state == REPORT_PROVED)
			?: report_compare_number(b->evidence, a->evidence)
			?: report_compare_number(b->state, a->state)
			?: report_compare_number(b->to, a->to)
			?: report_compare_text(a->sentence, b->sentence)
			?: report_compare_text(a->pattern, b->pattern);
	return order <= 0 ? a : b;
}
