/* SPDX-License-Identifier: MIT
 * The sightings of rule `rewalk` when all is read; for analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_SUMMARY_H
#define RETREAD_ANALYZER_REWALK_SUMMARY_H

#include "analyzer/rewalk/state.h"

/* DATA is the state: struct rule. */
void summary_report(void *data, struct sightings *sightings);

#endif
