/* SPDX-License-Identifier: MIT
 * The usual fixes of a finding, chosen by the pattern of its walks. */
#ifndef RETREAD_VIZ_ADVICE_H
#define RETREAD_VIZ_ADVICE_H

#include <stddef.h>

#include "lib/report/report.h"

#define ADVICE_MAX 3

/* Fills ADVICE with sentences of plain markup, the best first. Returns how many;
 * none for what repeats nothing. */
size_t advice_find(
	const struct report_finding *finding, const char *advice[ADVICE_MAX]);

#endif
