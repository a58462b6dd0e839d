/* SPDX-License-Identifier: MIT
 * What the members of a finding say together. */
#include "config.h"

#include "lib/report/report.h"

#include "lib/memory.h"
#include "lib/report/joins.h"

enum report_state report_finding_state(const struct report_finding *finding)
{
	if (finding->suppressed)
		return REPORT_SUPPRESSED;
	return finding->proof ? finding->proof->state : REPORT_KNOWN;
}

char *report_finding_excuse_dup(const struct report_finding *finding)
{
	const struct report_triage *triage = &finding->triage;

	return memory_format("%s%s%s%s%s",
		triage->state ? triage->state : "suppressed",
		triage->until ? " until " : "",
		triage->until ? triage->until : "", triage->note ? ": " : "",
		triage->note ? triage->note : "");
}

uint64_t report_finding_repeated(const struct report_finding *finding)
{
	return report_repeated_reads(&finding->evidence);
}

uint64_t report_repeated_reads(const struct report_evidence *evidence)
{
	double repeated = evidence->rewalk_ratio * (double)evidence->reads;

	return repeated > 0 && repeated < 1e18 ? (uint64_t)(repeated + 0.5) : 0;
}
