/* SPDX-License-Identifier: MIT
 * Blocks by their cells. */
#include "config.h"

#include "analyzer/program/elsewhere.h"

#include <stdlib.h>

#include "lib/memory.h"

#define BITS_FIRST 10

static uint32_t *elsewhere_head(
	const struct elsewhere *elsewhere, uint64_t group)
{
	return &elsewhere->head[group * UINT64_C(0x9e3779b97f4a7c15) >>
				(64 - elsewhere->bits)];
}

static void elsewhere_link(struct elsewhere *elsewhere, uint32_t number)
{
	struct elsewhere_entry *entry = &elsewhere->entry[number - 1];
	uint32_t *head = elsewhere_head(elsewhere, entry->group);

	entry->next = *head;
	*head = number;
}

/* Forgets in the list of GROUP what is gone. Whether BLOCK is in it. */
static bool elsewhere_clean(
	struct elsewhere *elsewhere, uint64_t group, uint32_t block)
{
	uint32_t *link = elsewhere_head(elsewhere, group);
	bool is_in = false;

	while (*link != 0) {
		uint32_t number = *link;
		struct elsewhere_entry *entry = &elsewhere->entry[number - 1];
		if (elsewhere->has(
			    elsewhere->data, entry->block, entry->group)) {
			is_in |= entry->group == group && entry->block == block;
			link = &entry->next;
			continue;
		}
		*link = entry->next;
		entry->next = elsewhere->unused;
		elsewhere->unused = number;
		elsewhere->filled--;
	}
	return is_in;
}

/* Makes twice as many lists. */
static void elsewhere_spread(struct elsewhere *elsewhere)
{
	uint32_t *old = elsewhere->head;
	size_t lists = old ? (size_t)1 << elsewhere->bits : 0;

	elsewhere->bits = old ? elsewhere->bits + 1 : BITS_FIRST;
	elsewhere->head = memory_alloc_zero(
		(size_t)1 << elsewhere->bits, sizeof *elsewhere->head);
	for (size_t i = 0; i < lists; i++)
		for (uint32_t number = old[i], next; number != 0;
			number = next) {
			next = elsewhere->entry[number - 1].next;
			elsewhere_link(elsewhere, number);
		}
	free(old);
}

void elsewhere_add(struct elsewhere *elsewhere, uint64_t group, uint32_t block)
{
	uint32_t number;

	if (!elsewhere->head || elsewhere->filled >> elsewhere->bits != 0)
		elsewhere_spread(elsewhere);
	if (elsewhere_clean(elsewhere, group, block))
		return;
	number = elsewhere->unused;
	if (number != 0) {
		elsewhere->unused = elsewhere->entry[number - 1].next;
	} else {
		elsewhere->entry =
			memory_grow(elsewhere->entry, &elsewhere->capacity,
				elsewhere->count + 1, sizeof *elsewhere->entry);
		number = (uint32_t)++elsewhere->count;
	}
	elsewhere->entry[number - 1] =
		(struct elsewhere_entry){.group = group, .block = block};
	elsewhere_link(elsewhere, number);
	elsewhere->filled++;
}

uint32_t elsewhere_next(
	const struct elsewhere *elsewhere, uint64_t group, uint32_t *at)
{
	const struct elsewhere_entry *entry;

	if (!elsewhere->head)
		return 0;
	*at = *at != 0 ? elsewhere->entry[*at - 1].next
		       : *elsewhere_head(elsewhere, group);
	while (*at != 0) {
		entry = &elsewhere->entry[*at - 1];
		if (entry->group == group)
			return entry->block;
		*at = entry->next;
	}
	return 0;
}

void elsewhere_release(struct elsewhere *elsewhere)
{
	free(elsewhere->entry);
	free(elsewhere->head);
}
