/* SPDX-License-Identifier: MIT
 * `retread report --why`: what the clauses of the rules say of one finding. */
#include "config.h"

#include <stdlib.h>

#include "cli/report/forms.h"
#include "lib/report/clause.h"

void why_print(FILE *out, const struct report_finding *finding)
{
	char *sentence = names_claim_dup(NAMES_SHORT, finding);

	fprintf(out, "%s  %s: %s\n", finding->id,
		report_severity_name(finding->severity), sentence);
	free(sentence);
	if (finding->clause != REPORT_CLAUSE_NONE)
		fprintf(out, " lowered by %s: %s\n",
			clause_name(finding->clause),
			clause_words(finding->clause));
	for (size_t i = 0; i < finding->fact_count; i++) {
		const struct report_fact *fact = &finding->fact[i];
		fprintf(out, " %-10s %8.2f, limit %.2f%s  %s\n",
			clause_name(fact->clause), fact->value, fact->limit,
			fact->lowers ? ", lowers:" : "        :",
			clause_measure(fact->clause));
	}
	if (finding->fact_count == 0)
		fputs(" no clause says anything of it\n", out);
}
