/* SPDX-License-Identifier: MIT
 * Where contexts of rule `rewalk` stand, and their names: for analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_STANDING_H
#define RETREAD_ANALYZER_REWALK_STANDING_H

#include "analyzer/rewalk/state.h"

/* The leaf of READ, of a string's call if IS_STRING: then the innermost function is a
 * string function, and the read stands for its call. */
struct rewalk_leaf *standing_make_leaf(struct rewalk_state *state,
	const struct rule_read *read, bool is_string);

/* What is sorted is so at the user's call, whatever of the function is inlined. */
void standing_move_to_sort(struct standing *standing);

#endif
