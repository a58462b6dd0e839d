/* SPDX-License-Identifier: MIT
 * Whether the locations read at one AEC belong to connected objects
 * (dissertation, section 3.3.4: one object reaches the other through pointers
 * that the same activation read as input). */
#ifndef RETREAD_ANALYZER_REDUNDANT_REACHABILITY_H
#define RETREAD_ANALYZER_REDUNDANT_REACHABILITY_H

#include <stdbool.h>

#include "analyzer/program/objects.h"
#include "analyzer/redundant/aecs.h"

/* The pointers that one activation read. LIVE is the list of all its AECs;
 * nothing is looked at before the first question that needs it. */
struct reachability;

struct reachability *reachability_new(
	const struct objects *objects, const struct aec *live);
void reachability_free(struct reachability *reachability);

/* AEC, one of the activation's, read two different locations at least. An
 * activation that read very many pointers may be answered "no" too often: the
 * work is bounded (see reachability_is_cut). */
bool reachability_is_connected(
	struct reachability *reachability, const struct aec *aec);

/* Whether some answer was cut short. */
bool reachability_is_cut(const struct reachability *reachability);

#endif
