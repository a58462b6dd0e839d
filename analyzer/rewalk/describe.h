/* SPDX-License-Identifier: MIT
 * What contexts of rule `rewalk` have shown becomes sightings; for analyzer/rewalk/ alone.
 * The functions are those of struct rewalk_options, whose DATA is the state. */
#ifndef RETREAD_ANALYZER_REWALK_DESCRIBE_H
#define RETREAD_ANALYZER_REWALK_DESCRIBE_H

#include "analyzer/rewalk/state.h"

void describe_shown_context(void *data, struct rewalk_node *node,
	uint32_t level, const struct subject *subject,
	const struct rewalk_seen *seen);
void describe_ended_context(void *data, struct rewalk_node *node,
	uint32_t level, const struct subject *subject,
	const struct rewalk_counts *counts);
void describe_ended_ranges(void *data, void *user, uint32_t level,
	const struct subject *subject, const struct rewalk_seen *seen,
	const struct rewalk_range_counts *counts);

#endif
