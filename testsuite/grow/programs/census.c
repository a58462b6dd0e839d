/* SPDX-License-Identifier: MIT
 * A table gets one bucket more for each town.
 * label: grows census_resize n^2 */
#include <stdlib.h>

struct town {
	struct town *next;
	unsigned code, people;
};

struct census {
	struct town **bucket;
	size_t size, count;
};

static void census_resize(struct census *census, size_t size)
{
	struct town **bucket = calloc(size, sizeof *bucket);

	for (size_t i = 0; i < census->size; i++)
		for (struct town *town = census->bucket[i], *next; town;
			town = next) {
			next = town->next;
			town->next = bucket[town->code % size];
			bucket[town->code % size] = town;
		}
	free(census->bucket);
	census->bucket = bucket;
	census->size = size;
}

void census_count(struct census *census, unsigned code, unsigned people)
{
	struct town *town = malloc(sizeof *town);

	census_resize(census, census->count + 1);
	town->code = code;
	town->people = people;
	town->next = census->bucket[code % census->size];
	census->bucket[code % census->size] = town;
	census->count++;
}

unsigned census_people(const struct census *census, unsigned code)
{
	const struct town *town =
		census->size ? census->bucket[code % census->size] : NULL;

	while (town && town->code != code)
		town = town->next;
	return town ? town->people : 0;
}
