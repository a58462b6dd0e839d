/* SPDX-License-Identifier: MIT
 * What a rule hands over. */
#include "config.h"

#include "analyzer/program/sighting.h"

#include <stdlib.h>
#include <string.h>

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
	free(sightings->function);
	free(sightings->noted);
	*sightings = (struct sightings){0};
}

void sightings_add(struct sightings *sightings, struct sighting *sighting)
{
	sightings->all = memory_grow(sightings->all, &sightings->capacity,
		sightings->count + 1, sizeof(struct sighting *));
	sightings->all[sightings->count++] = sighting;
}

static void note_function(
	struct sightings *sightings, const struct symbol_function *function)
{
	size_t old = sightings->noted_count;

	if (function->index >= old) {
		sightings->noted =
			memory_grow(sightings->noted, &sightings->noted_count,
				(size_t)function->index + 1, sizeof(bool));
		memset(sightings->noted + old, 0, sightings->noted_count - old);
	}
	if (sightings->noted[function->index])
		return;
	sightings->noted[function->index] = true;
	sightings->function = memory_grow(sightings->function,
		&sightings->function_capacity, sightings->function_count + 1,
		sizeof(const struct symbol_function *));
	sightings->function[sightings->function_count++] = function;
}

void sightings_note_path(struct sightings *sightings, const struct path *path)
{
	for (; path; path = path->parent)
		note_function(sightings, path->function);
}
