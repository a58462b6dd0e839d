/* SPDX-License-Identifier: MIT
 * The instructions that read or call, and their places in the source. */
#include "config.h"

#include "analyzer/program/sites.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "lib/table.h"

struct sites {
	struct symbols *symbols;
	struct site *site; /* by id */
	size_t site_capacity;
	struct symbol_position *place; /* by place - 1 */
	size_t place_count;
	size_t place_capacity;
	struct table
		place_of; /* (function and file, line and column) -> place */
	struct arena arena;
};

struct sites *sites_new(struct symbols *symbols)
{
	struct sites *sites = memory_alloc_zero(1, sizeof *sites);

	sites->symbols = symbols;
	return sites;
}

void sites_free(struct sites *sites)
{
	if (!sites)
		return;
	free(sites->site);
	free(sites->place);
	table_release(&sites->place_of);
	arena_release(&sites->arena);
	free(sites);
}

void sites_define(struct sites *sites, const struct trace_site *definition)
{
	size_t old = sites->site_capacity;
	struct site *site;

	sites->site = memory_grow(sites->site, &sites->site_capacity,
		(size_t)definition->id + 1, sizeof *sites->site);
	memset(sites->site + old, 0,
		(sites->site_capacity - old) * sizeof *sites->site);
	site = &sites->site[definition->id];
	memset(site, 0, sizeof *site);
	memcpy(&site->definition, definition,
		definition->record_bytes < sizeof site->definition
			? definition->record_bytes
			: sizeof site->definition);
}

bool sites_begin_call(struct sites *sites, uint32_t id)
{
	struct site *site = &sites->site[id];
	bool is_first = !site->has_called;

	site->has_called = true;
	return is_first;
}

/* Places are compared by content: file names are not interned. */
static uint64_t position_hash(const struct symbol_position *position)
{
	uint64_t hash = 0;

	if (position->line == 0)
		return position->offset;
	for (const char *c = position->file ? position->file : ""; *c; c++)
		hash = table_mix(hash, (unsigned char)*c);
	return table_mix(
		hash, (uint64_t)position->line << 32 | position->column);
}

static uint32_t program_sites_place_of(
	struct sites *sites, const struct symbol_position *position)
{
	uint64_t low = (uint64_t)position->line << 32 | position->column;
	void **slot;

	if (position->line == 0)
		low = position->offset;
	slot = table_place(&sites->place_of,
		table_mix(
			position_hash(position), (uintptr_t)position->function),
		low);
	if (!*slot) {
		sites->place = memory_grow(sites->place, &sites->place_capacity,
			sites->place_count + 1, sizeof *sites->place);
		sites->place[sites->place_count++] = *position;
		*slot = (void *)(uintptr_t)sites->place_count;
	}
	return (uint32_t)(uintptr_t)*slot;
}

struct site *sites_resolve(struct sites *sites, uint32_t id)
{
	struct symbol_position chain[SITE_DEPTH_MAX];
	struct site *site = &sites->site[id];
	uint32_t depth;

	if (site->is_resolved)
		return site;
	depth = (uint32_t)symbols_resolve(
		sites->symbols, site->definition.pc, chain, SITE_DEPTH_MAX);
	/* Code that was unmapped mostly comes back as it was. */
	if (depth > site->depth)
		site->frame =
			arena_alloc(&sites->arena, depth * sizeof *site->frame);
	site->depth = depth;
	site->is_resolved = true;
	for (uint32_t i = 0; i < site->depth; i++) {
		site->frame[i].function = chain[i].function;
		site->frame[i].place = program_sites_place_of(sites, &chain[i]);
	}
	return site;
}

uint32_t sites_place_of(struct sites *sites, uint32_t id)
{
	const struct site *site;

	if (id == 0)
		return 0;
	site = sites_resolve(sites, id);
	return site->frame[site->depth - 1].place;
}

void sites_keep(struct sites *sites, uint64_t start, uint64_t end)
{
	for (uint32_t id = 1; id < sites->site_capacity; id++) {
		const struct trace_site *site = &sites->site[id].definition;
		if (site->pc < start || site->pc >= end)
			continue;
		sites_resolve(sites, id);
		if ((site->flags & TRACE_SITE_READ) != 0)
			sites_label(sites, id);
	}
}

void sites_forget(struct sites *sites, uint64_t start, uint64_t end)
{
	for (size_t id = 0; id < sites->site_capacity; id++) {
		struct site *site = &sites->site[id];
		if (site->definition.pc < start || site->definition.pc >= end)
			continue;
		site->is_resolved = false;
		site->has_label = false;
	}
}

const struct symbol_label *sites_label(struct sites *sites, uint32_t id)
{
	struct site *site = &sites->site[id];

	if (site->has_label)
		return site->label;
	if (!site->label)
		site->label = arena_alloc(&sites->arena, sizeof *site->label);
	memset(site->label, 0, sizeof *site->label);
	symbols_label_read(sites->symbols, &site->definition, site->label);
	site->has_label = true;
	return site->label;
}

const struct symbol_position *sites_place(
	const struct sites *sites, uint32_t place)
{
	return &sites->place[place - 1];
}

uint32_t sites_place_count(const struct sites *sites)
{
	return (uint32_t)sites->place_count;
}

size_t sites_count_parameters(
	const struct sites *sites, const struct symbol_function *function)
{
	const struct symbol_parameter *parameters;

	return symbols_parameters(sites->symbols, function, &parameters);
}
