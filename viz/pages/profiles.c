/* SPDX-License-Identifier: MIT
 * Differences of profiles on the page of a proof. */
#include "config.h"

#include "viz/pages/profiles.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/output/stacks.h"
#include "lib/pictures/flame.h"
#include "viz/data.h"
#include "viz/site.h"

#define FUNCTIONS_MAX	10
#define NAME_CHARACTERS 120

/* The cost of a function by itself. */
struct own {
	const char *name;
	size_t length;
	uint64_t before, after;
};

char *profiles_folder_dup(const struct website *site, size_t finding)
{
	char *folder;

	if (!site->options.results)
		return NULL;
	folder = memory_format("%s/export/%s", site->options.results,
		site->report->finding[finding].id);
	if (access(folder, R_OK) == 0)
		return folder;
	free(folder);
	return NULL;
}

static int profiles_compare_names(const void *left, const void *right)
{
	const struct own *a = left, *b = right;
	size_t length = a->length < b->length ? a->length : b->length;
	int order = memcmp(a->name, b->name, length);

	return order != 0 ? order
			  : (a->length > b->length) - (a->length < b->length);
}

static uint64_t change_of(const struct own *own)
{
	return own->after > own->before ? own->after - own->before
					: own->before - own->after;
}

static int compare_changes(const void *left, const void *right)
{
	uint64_t a = change_of(left), b = change_of(right);

	return a != b ? (a > b ? -1 : 1) : profiles_compare_names(left, right);
}

/* By function, the largest change first. Free it. */
static struct own *sum_functions(const struct stacks *stacks, size_t *count)
{
	struct own *own = memory_alloc((stacks->count + 1) * sizeof *own);
	size_t kept = 0;

	for (size_t i = 0; i < stacks->count; i++) {
		const char *frames = stacks->stack[i].frames;
		const char *last = strrchr(frames, ';');
		last = last ? last + 1 : frames;
		own[i] = (struct own){last, strlen(last),
			stacks->stack[i].before, stacks->stack[i].after};
	}
	qsort(own, stacks->count, sizeof *own, profiles_compare_names);
	for (size_t i = 0; i < stacks->count; i++) {
		if (kept > 0 &&
			profiles_compare_names(&own[kept - 1], &own[i]) == 0) {
			own[kept - 1].before += own[i].before;
			own[kept - 1].after += own[i].after;
		} else {
			own[kept++] = own[i];
		}
	}
	qsort(own, kept, sizeof *own, compare_changes);
	*count = kept;
	return own;
}

static struct json_value *profiles_make_function(const struct own *own)
{
	char *full = memory_string_dup_length(own->name, own->length);
	struct json_value *name = data_short(full, NAME_CHARACTERS);

	free(full);
	return JSON_OBJECT(JSON("name", name), JSON("after", own->after),
		JSON("before", own->before),
		JSON("sign", own->after < own->before ? "-" : "+"),
		JSON("change", change_of(own)));
}

static struct json_value *profiles_make_functions(const struct stacks *stacks)
{
	struct json_value *functions = json_make_array();
	size_t count;
	struct own *own = sum_functions(stacks, &count);

	for (size_t i = 0;
		i < count && i < FUNCTIONS_MAX && change_of(&own[i]) > 0; i++)
		json_append(functions, profiles_make_function(&own[i]));
	free(own);
	return functions;
}

static struct json_value *profiles_make_one(const struct website *site,
	size_t proof, enum profile_kind kind, const struct stacks *stacks)
{
	const struct flame_style style = {.unit = profile_kind_units[kind],
		.before = "typical",
		.after = "pathological",
		.is_inline = true};
	struct data_printed picture;
	uint64_t narrow = flame_print(stacks, &style, data_begin(&picture));
	char *name = memory_format("%s.svg", profile_kind_names[kind]);
	bool has_file =
		proof != SIZE_MAX && site_has_input(site, proof, ".", name);

	free(name);
	return JSON_OBJECT(JSON("kind", profile_kind_names[kind]),
		JSON("unit", profile_kind_units[kind]),
		JSON("picture", data_end(&picture)), JSON("narrow", narrow),
		JSON("has_file", has_file),
		JSON_IF(has_file, "folder",
			site->page_of[site->proof[proof].finding]),
		JSON("functions", profiles_make_functions(stacks)));
}

void profiles_add(struct json_value *data, struct page *page, size_t finding)
{
	char *folder = profiles_folder_dup(page->site, finding);
	size_t proof = site_proof_of(page->site, finding);
	struct json_value *profiles = json_make_array();

	for (int kind = 0; folder && kind < PROFILE_KINDS; kind++) {
		char *path = memory_format("%s/%s.difference.folded", folder,
			profile_kind_names[kind]);
		struct stacks stacks;
		struct error err = {{0}};
		stacks_init(&stacks);
		if (access(path, R_OK) == 0 &&
			stacks_read_difference(&stacks, path, &err) == 0 &&
			stacks_total_after(&stacks) > 0)
			json_append(profiles,
				profiles_make_one(page->site, proof,
					(enum profile_kind)kind, &stacks));
		stacks_release(&stacks);
		free(path);
	}
	free(folder);
	json_put_bool(data, "has_profiles", json_length(profiles) > 0);
	json_put(data, "profiles", profiles);
}
