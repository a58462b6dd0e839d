/* SPDX-License-Identifier: MIT
 * What the cells of a walk say of it: whether they are one object, how far they reach, a
 * text's letters, a table that is looked up. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_WALKED_CELLS_H
#define RETREAD_ANALYZER_REWALK_WALKED_CELLS_H

#include <stdint.h>

#include "analyzer/program/program.h"
#include "analyzer/program/sighting.h"
#include "analyzer/rewalk/contexts.h"
#include "analyzer/rewalk/limits.h"

/* Where CELL is now, 0: it is gone. */
uint64_t walked_cells_address(const struct program *program, uint64_t cell);

/* Notes in SIGHTING what the last walk of NODE has read. */
void walked_cells_note(const struct program *program,
	const struct rewalk_limits *limits, const struct rewalk_node *node,
	struct sighting *sighting);

/* Notes in SIGHTING in how many objects NODE has read, if these may be few. */
void walked_cells_note_objects(const struct program *program,
	const struct rewalk_limits *limits, const struct rewalk_node *node,
	struct sighting *sighting);

/* Notes in FACTS whether NODE, whose loads are of SIZE_BYTES, goes from letter to letter, and
 * how far. What does not once never does. */
void walked_cells_note_text(const struct rewalk_limits *limits,
	const struct rewalk_node *node, uint32_t size_bytes,
	struct severity_facts *facts);

#endif
