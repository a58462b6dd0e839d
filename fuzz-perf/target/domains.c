/* SPDX-License-Identifier: MIT
 * Which keys count: --domain. */
#include "config.h"

#include "fuzz-perf/target/domains.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "lib/error.h"

#include "fuzz-perf/target/execute.h"

static const struct domain_row {
	const char *name;
	size_t member;
} rows[] = {
	{"perf", offsetof(struct domains, perf)},
	{"slow", offsetof(struct domains, slow)},
	{"mem", offsetof(struct domains, mem)},
	{"bytes", offsetof(struct domains, bytes)},
	{"cmp", offsetof(struct domains, cmp)},
	{"valid", offsetof(struct domains, valid)},
	{"diff", offsetof(struct domains, diff)},
};

static bool set_builtin(
	struct domains *domains, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strlen(rows[i].name) == length &&
			!memcmp(rows[i].name, name, length)) {
			*(bool *)((char *)domains + rows[i].member) = true;
			return true;
		}
	/* Coverage alone: what every domain is added to. */
	return length == 8 && !memcmp(name, "coverage", 8);
}

int domains_parse(struct domains *domains, const char *list, struct error *err)
{
	memset(domains, 0, sizeof *domains);
	for (;;) {
		size_t length = strcspn(list, ",");
		if (!length)
			return error_set(err,
				"--domain: a name is missing; use perf, slow, "
				"mem, bytes, cmp, valid, diff, coverage or one "
				"that the target registers");
		if (!set_builtin(domains, list, length)) {
			if (domains->custom_count == DOMAINS_CUSTOM ||
				length >= sizeof domains->custom[0])
				return error_set(err,
					"--domain: cannot use \"%.*s\"",
					(int)length, list);
			memcpy(domains->custom[domains->custom_count++], list,
				length);
		}
		if (!list[length])
			return 0;
		list += length + 1;
	}
}

static bool is_custom_wanted(const struct domains *domains, const char *name)
{
	for (unsigned i = 0; i < domains->custom_count; i++)
		if (!strcmp(domains->custom[i], name))
			return true;
	return false;
}

static bool is_kind_wanted(const struct domains *domains, uint32_t kind)
{
	switch (kind) {
	case PERF_EDGE:
		return domains->perf;
	case PERF_ALLOCATION:
		return domains->mem;
	case PERF_BLOCK:
		return domains->bytes;
	default:
		return domains->cmp;
	}
}

static int check_custom(const struct domains *domains,
	const struct perf_map *map, struct error *err)
{
	for (unsigned i = 0; i < domains->custom_count; i++) {
		bool is_known = false;
		for (uint32_t j = map->view_count - map->custom_count;
			j < map->view_count; j++)
			is_known |=
				!strcmp(map->view[j].name, domains->custom[i]);
		if (!is_known)
			return error_set(err,
				"--domain: \"%s\" is neither built in nor "
				"registered by the target",
				domains->custom[i]);
	}
	return 0;
}

static int check_kinds(const struct domains *domains,
	const uint32_t kinds[PERF_KINDS], struct error *err)
{
	if (domains->cmp && !kinds[PERF_COMPARISON])
		return error_set(err,
			"--domain cmp: the target has no comparison counters; "
			"compile it with RETREAD_OPTIONS=cmp retread-cc");
	if (domains->mem && !kinds[PERF_ALLOCATION])
		return error_set(err, "--domain mem: the target's own code "
				      "allocates nothing");
	if (domains->bytes && !kinds[PERF_BLOCK])
		return error_set(err,
			"--domain bytes: the target's own code calls no block "
			"function");
	return 0;
}

int domains_apply(const struct domains *domains, struct execute *execute,
	struct error *err)
{
	struct perf_map *map = execute_map(execute);
	const struct perf_mapped_place *place = execute_places(execute);
	uint64_t *aggregate = execute_aggregates(execute);
	uint32_t kinds[PERF_KINDS] = {0};

	if (check_custom(domains, map, err))
		return -1;
	for (uint32_t i = 0; i < map->key_count; i++) {
		if (!is_kind_wanted(domains, place[i].kind))
			aggregate[i] = PERF_NEVER;
		if (place[i].kind < PERF_KINDS)
			kinds[place[i].kind]++;
	}
	uint64_t *total = aggregate + map->key_count;
	if (!domains->perf && !domains->slow)
		total[PERF_TOTAL_EDGES] = PERF_NEVER;
	if (!domains->mem)
		total[PERF_TOTAL_ALLOCATED] = total[PERF_TOTAL_PEAK] =
			PERF_NEVER;
	map->weighs_heap = domains->mem;
	if (!domains->bytes)
		total[PERF_TOTAL_BLOCK] = PERF_NEVER;
	for (uint32_t i = 1; i < map->view_count; i++) {
		struct perf_view *view = &map->view[i];
		if (view->source == PERF_ALL_RUNS)
			view->wanted = !domains->perf;
		else if (view->source == PERF_VALID_RUNS)
			view->wanted = domains->valid;
		else if (view->source == PERF_AFTER_DIFF)
			view->wanted = domains->diff;
		else
			view->wanted =
				is_custom_wanted(domains, view->name) ||
				(map->has_context &&
					i == map->view_count -
							map->custom_count);
	}
	return check_kinds(domains, kinds, err);
}
