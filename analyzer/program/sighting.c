/* SPDX-License-Identifier: MIT
 * What a rule hands over. */
#include "config.h"

#include "analyzer/program/sighting.h"

#include <stdlib.h>

#include "lib/memory.h"

void sighting_widen(struct report_range *range, uint64_t value, bool first)
{
	if (first || value < range->min)
		range->min = value;
	if (first || value > range->max)
		range->max = value;
}

void sighting_note_lower_bound(struct sighting *sighting, bool is_lower_bound)
{
	if (is_lower_bound)
		sighting->exactness = REPORT_LOWER_BOUND;
}

void sightings_release(struct sightings *sightings)
{
	free(sightings->all);
	*sightings = (struct sightings){0};
}

void sightings_add(struct sightings *sightings, struct sighting *sighting)
{
	sightings->all = memory_grow(sightings->all, &sightings->capacity,
		sightings->count + 1, sizeof(struct sighting *));
	sightings->all[sightings->count++] = sighting;
}
