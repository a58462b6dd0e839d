/* SPDX-License-Identifier: MIT
 * What types say of what is walked: a text, numbers, an array of constant size, a structure
 * that fills its block. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_WALKED_TYPE_H
#define RETREAD_ANALYZER_REWALK_WALKED_TYPE_H

#include <stdint.h>

#include "analyzer/program/program.h"
#include "analyzer/program/sighting.h"
#include "analyzer/rewalk/limits.h"

/* What its load says of the array that SIGHTING walks; if that is nothing, what the type of
 * the variable says in which it lies, a caller's, say, which gave a pointer to it. */
const struct symbol_label *walked_type_array(
	const struct program *program, struct sighting *sighting);

/* Of the load at which SIGHTING is. */
uint32_t walked_type_load_bytes(
	const struct program *program, const struct sighting *sighting);

/* What any load shows of the objects that are allocated at one place. */
struct walked_object {
	const struct symbol_label *label; /* NULL: none knows the type */
	bool is_one_structure; /* by a parameter's type, a structure fills it */
};

/* Notes in OBJECT what LABEL and the functions on SIGHTING's path show of it. */
void walked_type_learn(const struct program *program,
	const struct sighting *sighting, const struct symbol_label *label,
	struct walked_object *object);

/* Fills the facts of SIGHTING that types decide, by LABEL, or if an optimised load has lost
 * its type by what others show of the same OBJECT. */
void walked_type_note(const struct program *program,
	const struct rewalk_limits *limits, struct sighting *sighting,
	const struct symbol_label *label, const struct walked_object *object);

#endif
