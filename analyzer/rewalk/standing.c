/* SPDX-License-Identifier: MIT
 * The names of contexts of rule `rewalk`. */
#include "config.h"

#include "analyzer/rewalk/standing.h"

#include <assert.h>

#include "analyzer/program/user_code.h"

/* As with the numbers of chains (struct trace_link), 64 bits that are well mixed are told
 * apart: a table of all names takes longer than what they are for. Never 0. */
static uint64_t standing_join(uint64_t name, uint64_t more)
{
	uint64_t joined = table_mix(name, more);

	return joined != 0 ? joined : 1;
}

/* Ids and pointers are not names of a lower-case kind: a name space of its own. */
enum name_space { NAME_PATH = 3 };
#define NAME_PLACE  (UINT64_C(1) << 40) /* no function's index */
#define NAME_COLUMN (UINT64_C(1) << 41)

/* NAME with the column of PLACE in a header's function: the copies of a
 * search that is unrolled by hand over many lines begin in one column, the two sides
 * of a comparison do not. */
static uint64_t name_column(
	struct rewalk_state *state, uint64_t name, uint32_t place)
{
	if (place == 0)
		return name;
	return standing_join(
		name, sites_place(state->program->sites, place)->column |
			      NAME_COLUMN);
}

/* Position in the subject, then names; 0 if the subject itself reads. */
static uint64_t name_path(struct rewalk_state *state, struct path *path)
{
	uint64_t name;

	if (!path->parent || path->rewalk_name != 0)
		return path->rewalk_name;
	name = name_path(state, path->parent);
	if (name == 0) {
		const struct path *subject = path->parent;
		name = standing_join(standing_join(0, NAME_PATH),
			(uint64_t)subject->thread << 32 |
				subject->function->index);
		name = standing_join(name, path->place);
	}
	if (!user_code_has(path->parent->function))
		name = name_column(state, name, path->place);
	path->rewalk_name = standing_join(name, path->function->index);
	return path->rewalk_name;
}

/* What a string function reads is reported at its call. */
static void stand_at_call(struct standing *standing)
{
	/* Only what a subject reads is followed. */
	assert(standing->count > 0);
	standing->place = standing->path[0]->place;
	for (uint32_t k = 0; k < standing->count; k++)
		if (standing->path[k]->parent)
			standing->path[k] = standing->path[k]->parent;
}

void standing_move_to_sort(struct standing *standing)
{
	for (uint32_t k = 0; k < standing->count; k++)
		while (standing->path[k]->parent &&
			!user_code_has(standing->path[k]->function)) {
			standing->place = standing->path[k]->place;
			standing->path[k] = standing->path[k]->parent;
		}
}

struct rewalk_leaf *standing_make_leaf(struct rewalk_state *state,
	const struct rule_read *read, bool is_string)
{
	uint32_t site = read->leaf->site, count = read->view->subject_count;
	uint32_t place = sites_place_of(state->program->sites, site);
	uint64_t name[REWALK_LEVELS_MAX];
	struct rewalk_names names = {.path = name};
	bool has_paths = !is_string && !state->has_no_paths, is_users = false;
	struct standing *standing;
	struct path **path;

	if (count > REWALK_LEVELS_MAX)
		count = REWALK_LEVELS_MAX;
	standing = arena_alloc(&state->arena,
		sizeof *standing + count * sizeof standing->path[0]);
	*standing = (struct standing){.site = site,
		.place = place,
		.count = count,
		.is_string = is_string,
		.part = read->leaf->part};
	path = standing->path;
	for (uint32_t k = 0; k < count; k++)
		program_fetch_path_to_read(
			state->program, read->context->path[k], site);
	for (uint32_t k = 0; k < count; k++) {
		path[k] = program_path_to_read(
			state->program, read->context->path[k], site);
		/* They all end in the function that reads. */
		assert(path[k]->function == path[0]->function);
		if (k == 0)
			is_users = user_code_has(path[0]->function);
		name[k] = has_paths ? name_path(state, path[k]) : 0;
		if (name[k] == 0)
			continue;
		name[k] = is_users ? standing_join(name[k], place | NAME_PLACE)
				   : name_column(state, name[k], place);
	}
	names.pc = standing_join((uintptr_t)path[0], (uint64_t)site << 1);
	names.line =
		standing_join((uintptr_t)path[0], (uint64_t)place << 1 | 1);
	if (is_string)
		stand_at_call(standing);
	return rewalk_leaf_new(
		state->rewalk, &names, read->view->subject, count, standing);
}
