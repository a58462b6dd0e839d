/* SPDX-License-Identifier: MIT
 * Memory that holds constants although it came after main began. */
#include "config.h"

#include "analyzer/program/constants.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "analyzer/program/contexts.h"
#include "analyzer/program/user_code.h"

void constants_release(struct constants *constants)
{
	free(constants->range);
}

void constants_add(struct constants *constants, uint64_t start, uint64_t end,
	uint64_t clock)
{
	constants->range = memory_grow(constants->range, &constants->capacity,
		constants->count + 1, sizeof *constants->range);
	constants->range[constants->count++] =
		(struct constants_range){start, end, clock};
	constants->found = (struct constants_span){0};
	if (constants->end == 0 || start < constants->start)
		constants->start = start;
	if (end > constants->end)
		constants->end = end;
}

void constants_remove(struct constants *constants, uint64_t start, uint64_t end)
{
	size_t count = constants->count;

	for (size_t i = 0; i < count; i++) {
		struct constants_range cut = constants->range[i];
		if (cut.end <= start || cut.start >= end)
			continue;
		/* Marked as empty; what is left of it is added anew. */
		constants->range[i].end = constants->range[i].start;
		if (cut.start < start)
			constants_add(constants, cut.start, start, cut.clock);
		if (cut.end > end)
			constants_add(constants, end, cut.end, cut.clock);
	}
	constants->found = (struct constants_span){0};
	for (size_t i = 0; i < constants->count;)
		if (constants->range[i].start == constants->range[i].end)
			constants->range[i] =
				constants->range[--constants->count];
		else
			i++;
}

/* SPAN, around ADDRESS, without what RANGE has or, if it has ADDRESS, within it. */
static void narrow_span(struct constants_span *span, uint64_t address,
	const struct constants_range *range)
{
	uint64_t start = 0, end = UINT64_MAX;

	span->is_held = address >= range->start && address < range->end;
	if (span->is_held || address < range->start)
		end = span->is_held ? range->end : range->start;
	if (span->is_held || address >= range->end)
		start = span->is_held ? range->start : range->end;
	if (start > span->start)
		span->start = start;
	if (end < span->end)
		span->end = end;
	span->clock = range->clock;
}

bool constants_find(
	struct constants *constants, uint64_t address, uint64_t written)
{
	struct constants_span *found = &constants->found;

	if (address < found->start || address >= found->end) {
		*found = (struct constants_span){.end = UINT64_MAX};
		for (size_t i = 0; i < constants->count && !found->is_held; i++)
			narrow_span(found, address, &constants->range[i]);
	}
	return found->is_held && written <= found->clock;
}

static bool is_of_libc(const struct symbol_function *function)
{
	const char *slash = strrchr(function->object, '/');
	const char *name = slash ? slash + 1 : function->object;

	return user_code_is_library(function) &&
	       (strncmp(name, "libc.", 5) == 0 ||
		       strncmp(name, "libc-", 5) == 0);
}

bool constants_is_mapping_for_itself(const struct path *path)
{
	const struct path *called = path;

	if (!path)
		return false;
	while (called->parent && !user_code_has(called->parent->function))
		called = called->parent;
	return called != path && called->parent && is_of_libc(called->function);
}
