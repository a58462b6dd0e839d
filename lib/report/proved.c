/* SPDX-License-Identifier: MIT
 * Which of two proofs of a finding says more. */
#include "config.h"

#include "lib/report/internal.h"

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
