/* SPDX-License-Identifier: MIT
 * Judges an activation when it ends: traversal points (dissertation, section
 * 3.3.4), redundant ones (3.3.5), and the access path of what is walked
 * (3.3.6, definitions 7 and 9). */
#ifndef RETREAD_ANALYZER_REDUNDANT_TRAVERSALS_H
#define RETREAD_ANALYZER_REDUNDANT_TRAVERSALS_H

#include "analyzer/program/objects.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/stack.h"
#include "analyzer/redundant/aecs.h"
#include "analyzer/symbols/symbols.h"

struct traversals {
	struct aecs *aecs;
	struct objects *objects;
	struct sites *sites;
	struct symbols *symbols;
	bool is_cut; /* an activation read more pointers than are followed */
};

/* Adds what SUBJECT has shown to the evidence of its AECs. */
void traversals_judge(struct traversals *traversals, struct subject *subject);

#endif
