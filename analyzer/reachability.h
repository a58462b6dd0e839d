/* SPDX-License-Identifier: MIT
 * Whether the locations read at one AEC belong to connected objects
 * (dissertation, section 3.3.4: one object reaches the other through pointers
 * that the same activation read as input). */
#ifndef RETREAD_ANALYZER_REACHABILITY_H
#define RETREAD_ANALYZER_REACHABILITY_H

#include <stdbool.h>

#include "analyzer/aecs.h"
#include "analyzer/objects.h"

/* AEC read two different locations at least. LIVE is the list of all AECs of
 * the activation: their reads are the edges. */
bool reachability_is_connected(const struct objects *objects,
	const struct aec *aec, const struct aec *live);

#endif
