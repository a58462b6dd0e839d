/* SPDX-License-Identifier: MIT
 * --fail-on. */
#include "config.h"

#include "cli/report/forms.h"

#include <string.h>

#include "lib/error.h"

int gate_parse(struct gate *gate, const char *text, struct error *err)
{
	const char *severity = text;

	*gate = (struct gate){0};
	if (!text || strcmp(text, "none") == 0)
		return 0;
	if (strncmp(text, "new:", 4) == 0) {
		gate->only_new = true;
		severity += 4;
	}
	if (strcmp(severity, "grows") == 0) {
		gate->is_set = gate->only_grown = true;
		gate->severity = REPORT_LOW;
		return 0;
	}
	for (int i = REPORT_LOW; i <= REPORT_HIGH; i++) {
		gate->severity = (enum report_severity)i;
		gate->is_set = strcmp(severity, report_severity_name(
							gate->severity)) == 0;
		if (gate->is_set)
			return 0;
	}
	return error_set(err,
		"--fail-on is low, medium, high, grows, new: and one of these, "
		"or none, not \"%s\"",
		text);
}

static bool is_new(const struct gate *gate, const struct comparison *before,
	const struct report_finding *finding, size_t index)
{
	const struct report_finding *old;

	if (!before || before->after_state[index] == COMPARISON_NEW)
		return true;
	if (gate->only_grown) {
		old = comparison_before(before, finding);
		return old && !report_finding_is_proved(old);
	}
	if (before->after_state[index] != COMPARISON_WORSE)
		return false;
	old = comparison_before(before, finding);
	return old && old->severity < gate->severity;
}

bool gate_is_tripped(const struct gate *gate, const struct report *report,
	const struct comparison *before, size_t index)
{
	const struct report_finding *finding = &report->finding[index];

	if (!gate->is_set || !report_finding_is_shown(finding) ||
		finding->severity < gate->severity ||
		(gate->only_grown && !report_finding_is_proved(finding)))
		return false;
	return !gate->only_new || is_new(gate, before, finding, index);
}

size_t gate_count(const struct gate *gate, const struct report *report,
	const struct comparison *before)
{
	size_t count = 0;

	for (size_t i = 0; i < report->finding_count; i++)
		count += gate_is_tripped(gate, report, before, i);
	return count;
}
