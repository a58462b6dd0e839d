/* SPDX-License-Identifier: MIT
 * What was proved of a finding: the strongest proof first, and the others. */
#include "config.h"

#include <stdlib.h>

#include "lib/report/proof.h"
#include "viz/data.h"
#include "viz/site.h"

static const char *measured_evidence_words(enum proof_evidence evidence)
{
	return evidence == PROOF_BY_NOTHING ? "not shown"
					    : proof_evidence_names[evidence];
}

static void measured_add(struct json_value *proofs, const char *sentence,
	const char *evidence, const char *pattern, bool is_partial)
{
	json_append(proofs,
		JSON_OBJECT(JSON("sentence", sentence),
			JSON("evidence", evidence), JSON("pattern", pattern),
			JSON("is_partial", is_partial)));
}

static void measured_add_others(
	struct json_value *proofs, const struct site_proof *proof)
{
	for (size_t i = 0; i < proof->other_count; i++) {
		const struct proof_result *other = proof->other[i];
		measured_add(proofs, other->law.sentence,
			measured_evidence_words(proof_evidence(other)),
			other->pattern, other->is_partial);
	}
}

/* As the report has it, which may be without its folder. */
static void measured_add_kept(
	struct json_value *proofs, const struct report_proof *proof)
{
	measured_add(proofs, proof->sentence,
		measured_evidence_words(proof->evidence), NULL, false);
	for (size_t i = 0; i < proof->other_count; i++)
		measured_add(proofs, proof->other[i], NULL, NULL, false);
}

struct json_value *measured_make(const struct website *site, size_t finding)
{
	const struct report_proof *kept = site->report->finding[finding].proof;
	size_t index = site_proof_of(site, finding);
	struct json_value *proofs = json_make_array();

	if (index != SIZE_MAX) {
		const struct site_proof *proof = &site->proof[index];
		measured_add(proofs, proof->result->law.sentence,
			measured_evidence_words(proof_evidence(proof->result)),
			NULL, false);
		measured_add_others(proofs, proof);
	} else if (kept) {
		measured_add_kept(proofs, kept);
	}
	return proofs;
}

struct json_value *measured_make_others(const struct site_proof *proof)
{
	struct json_value *proofs = json_make_array();

	measured_add_others(proofs, proof);
	return proofs;
}
