/* SPDX-License-Identifier: MIT
 * What types say of what is walked: a text, numbers, an array of constant size, a structure
 * that fills its block. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_WALKED_TYPE_H
#define RETREAD_ANALYZER_REWALK_WALKED_TYPE_H

#include <stdint.h>

#include "analyzer/program/program.h"
#include "analyzer/program/sighting.h"
#include "analyzer/rewalk/limits.h"

/* Of the load at which SIGHTING is. */
uint32_t walked_type_load_bytes(
	const struct program *program, const struct sighting *sighting);

/* Notes in the facts of SIGHTING, whose lengths are added up, what the types of LABEL, its
 * site's, and of its path's parameters say. */
void walked_type_note(const struct program *program,
	const struct rewalk_limits *limits, struct sighting *sighting,
	const struct symbol_label *label);

#endif
