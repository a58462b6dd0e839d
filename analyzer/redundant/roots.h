/* SPDX-License-Identifier: MIT
 * The root of a traversal: the shortest access path from a variable to the
 * structure, that passes no other traversal point (dissertation, definitions 7
 * and 9). */
#ifndef RETREAD_ANALYZER_REDUNDANT_ROOTS_H
#define RETREAD_ANALYZER_REDUNDANT_ROOTS_H

#include "analyzer/program/objects.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/symbols/symbols.h"

/* Returns the path ("list", "obj.items"; free it), or NULL if the activation
 * does not show one. */
char *roots_find_dup(struct symbols *symbols, struct sites *sites,
	const struct objects *objects, const struct subject *subject,
	const struct aec *aec);

#endif
