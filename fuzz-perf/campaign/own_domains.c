/* SPDX-License-Identifier: MIT
 * What a campaign came to in the domains of its target. */
#include "config.h"

#include "fuzz-perf/campaign/own_domains.h"

#include <stddef.h>

#include "lib/json.h"

#include "fuzz-perf/search/fuzz.h"

static struct own_domain sum_up(
	const struct fuzz *fuzz, const struct perf_view *view)
{
	struct own_domain domain = {.name = view->name,
		.unit = view->unit,
		.first = view->first,
		.keys = view->count};

	for (uint32_t key = 0; key < view->count; key++) {
		uint32_t index = view->first + key;
		const struct champion *champion =
			&fuzz->feedback.champion[index];
		uint64_t of_seed =
			fuzz->seed_value ? fuzz->seed_value[index] : 0;
		if (of_seed > domain.seed_best)
			domain.seed_best = of_seed;
		if (!champion->input)
			continue;
		domain.reached++;
		if (!domain.input || champion->value > domain.best) {
			domain.best = champion->value;
			domain.key = key;
			domain.input = champion->input->name;
		}
	}
	return domain;
}

unsigned own_domains_list(
	const struct fuzz *fuzz, struct own_domain list[PERF_VIEWS])
{
	const struct perf_map *map = fuzz->map;
	unsigned count = 0;

	for (uint32_t i = 0; i < map->view_count; i++) {
		const struct perf_view *view = &map->view[i];
		bool is_context = map->has_context &&
				  i == map->view_count - map->custom_count;
		if (view->source == PERF_DOMAIN_KEYS && view->wanted &&
			!is_context)
			list[count++] = sum_up(fuzz, view);
	}
	return count;
}

struct json_value *own_domains_to_json(const struct fuzz *fuzz)
{
	struct json_value *all = json_make_array();
	struct own_domain list[PERF_VIEWS];
	unsigned count = own_domains_list(fuzz, list);

	for (unsigned i = 0; i < count; i++) {
		struct json_value *row = json_make_object();
		json_put_text(row, "name", list[i].name);
		json_put_text(row, "unit", list[i].unit);
		json_put_count(row, "best", list[i].best);
		json_put_count(row, "seed_best", list[i].seed_best);
		json_put_count(row, "key", list[i].key);
		json_put_text(row, "input", list[i].input ? list[i].input : "");
		json_put_count(row, "keys_reached", list[i].reached);
		json_put_count(row, "keys", list[i].keys);
		json_append(all, row);
	}
	return all;
}
