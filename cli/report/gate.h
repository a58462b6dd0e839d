/* SPDX-License-Identifier: MIT
 * --fail-on: which findings make a command fail. */
#ifndef RETREAD_CLI_REPORT_GATE_H
#define RETREAD_CLI_REPORT_GATE_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/report/compare.h"

struct error;

struct gate {
	bool is_set;
	bool only_new; /* what is new, or was below the severity before */
	enum report_severity severity;
};

#define GATE_HELP                                                              \
	"exit with 1 if there is a finding of SEVERITY (low, medium, high) "   \
	"or above; new:SEVERITY: one that was not there before; none: never "  \
	"(default)"

/* TEXT NULL: none. Returns 0, or -1 with ERR filled. */
int gate_parse(struct gate *gate, const char *text, struct error *err);

/* How many findings of REPORT reach GATE. BEFORE (NULL: nothing is known of
 * before, so all is new) is about REPORT. */
size_t gate_count(const struct gate *gate, const struct report *report,
	const struct comparison *before);

#endif
