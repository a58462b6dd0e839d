/* SPDX-License-Identifier: MIT
 * What was proved of a finding: the strongest proof first, and the others. */
#include "config.h"

#include <stdlib.h>

#include "lib/report/proof.h"
#include "viz/data.h"
#include "viz/site.h"

#define TEXT_CHARACTERS 600

static const char *measured_evidence_words(enum proof_evidence evidence)
{
	return evidence == PROOF_BY_NOTHING ? "not shown"
					    : proof_evidence_names[evidence];
}

static void measured_add_others(
	struct json_value *proofs, const struct site_proof *proof)
{
	for (size_t i = 0; i < proof->other_count; i++) {
		const struct proof_result *other = proof->other[i];
		json_append(proofs,
			JSON_OBJECT(
				JSON("sentence", data_short(other->law.sentence,
							 TEXT_CHARACTERS)),
				JSON("evidence",
					measured_evidence_words(
						proof_evidence(other))),
				JSON_IF(other->pattern, "pattern",
					data_short(other->pattern,
						TEXT_CHARACTERS)),
				JSON("is_partial", other->is_partial)));
	}
}

/* As the report has it, which may be without its folder. */
static void measured_add_kept(
	struct json_value *proofs, const struct report_proof *proof)
{
	json_append(proofs,
		JSON_OBJECT(JSON("sentence", data_short(proof->sentence,
						     TEXT_CHARACTERS)),
			JSON("evidence",
				measured_evidence_words(proof->evidence))));
	for (size_t i = 0; i < proof->other_count; i++)
		json_append(proofs,
			JSON_OBJECT(JSON("sentence",
				data_short(proof->other[i], TEXT_CHARACTERS))));
}

struct json_value *measured_make(struct page *page, size_t finding)
{
	const struct website *site = page->site;
	const struct report_proof *kept = site->report->finding[finding].proof;
	size_t index = site_proof_of(site, finding);
	struct json_value *proofs;

	if (index == SIZE_MAX && !kept)
		return json_make_text(NULL);
	proofs = json_make_array();
	if (index == SIZE_MAX) {
		measured_add_kept(proofs, kept);
	} else {
		const struct site_proof *proof = &site->proof[index];
		enum proof_evidence evidence = proof_evidence(proof->result);
		json_append(proofs,
			JSON_OBJECT(JSON("reference",
					    data_own(site_reference(page,
						    PAGE_PROOF, index, 0))),
				JSON("sentence", proof->result->law.sentence),
				JSON("evidence",
					measured_evidence_words(evidence))));
		measured_add_others(proofs, proof);
	}
	return JSON_OBJECT(JSON("proofs", proofs));
}

struct json_value *measured_make_others(const struct site_proof *proof)
{
	struct json_value *proofs;

	if (proof->other_count == 0)
		return json_make_text(NULL);
	proofs = json_make_array();
	measured_add_others(proofs, proof);
	return JSON_OBJECT(JSON("proofs", proofs));
}
