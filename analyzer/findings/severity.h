/* SPDX-License-Identifier: MIT
 * How much a finding matters (doc/rewalk.md): what a fix would save
 * and how likely the cost grows. */
#ifndef RETREAD_ANALYZER_FINDINGS_SEVERITY_H
#define RETREAD_ANALYZER_FINDINGS_SEVERITY_H

#include <stdbool.h>

#include "analyzer/program/sighting.h"
#include "analyzer/rewalk/limits.h"

/* Whether it is low for no other reason than that larger activations walk no
 * further. */
bool severity_is_bounded(
	const struct rewalk_limits *limits, const struct severity_facts *facts);

enum report_severity severity_of_rewalk(
	const struct rewalk_limits *limits, const struct severity_facts *facts);

/* Of what is no re-walk: rule `redundant` alone, and traversals. */
enum report_severity severity_of_others(void);

#endif
