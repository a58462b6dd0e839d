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

#define FUNCTIONS_MAX 10

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

static uint64_t change_of(const struct stack *own)
{
	return own->after > own->before ? own->after - own->before
					: own->before - own->after;
}

static int compare_changes(const void *left, const void *right)
{
	const struct stack *a = left, *b = right;
	uint64_t before = change_of(a), after = change_of(b);

	return before != after ? (before > after ? -1 : 1)
			       : strcmp(a->frames, b->frames);
}

static struct json_value *profiles_make_function(
	const void *closure, size_t index)
{
	const struct stack *own = (const struct stack *)closure + index;
	uint64_t change = change_of(own);

	return change == 0
		       ? NULL
		       : JSON_OBJECT(JSON("name", own->frames),
				 JSON("after", own->after),
				 JSON("before", own->before),
				 JSON("sign",
					 own->after < own->before ? "-" : "+"),
				 JSON("change", change));
}

/* The costs of functions by themselves, the largest change first. */
static struct json_value *profiles_make_functions(const struct stacks *stacks)
{
	struct json_value *functions;
	struct stacks own;

	stacks_init(&own);
	for (size_t i = 0; i < stacks->count; i++) {
		const struct stack *stack = &stacks->stack[i];
		const char *last = strrchr(stack->frames, ';');
		stacks_add(&own, last ? last + 1 : stack->frames, stack->before,
			stack->after);
	}
	stacks_sort(&own);
	qsort(own.stack, own.count, sizeof *own.stack, compare_changes);
	functions =
		data_list(own.count < FUNCTIONS_MAX ? own.count : FUNCTIONS_MAX,
			profiles_make_function, own.stack);
	stacks_release(&own);
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
	json_put(data, "profiles", profiles);
}
