/* SPDX-License-Identifier: MIT
 * Sequences of calls: the tree of the C library (tsearch) beside a model, an array that says
 * which numbers are in it. */
#define _GNU_SOURCE /* tdestroy */
#include <retread/gen.h>
#include <search.h>
#include <stdint.h>

#define KEYS 32

struct state {
	void *tree;
	bool has[KEYS];	 /* the model */
	unsigned filled; /* of it */
	char key[KEYS];	 /* the tree has addresses of these */
};

static int compare(const void *left, const void *right)
{
	return (left > right) - (left < right);
}

/* Keys are not the tree's. */
static void keep(void *key)
{
	(void)key;
}

static int draw_key(struct gen *g)
{
	int key = (int)gen_int(g, 0, KEYS - 1);

	gen_put(g, " %d", key);
	return key;
}

static void tree_put(struct gen *g, void *model)
{
	struct state *state = model;
	int key = draw_key(g);

	if (!tsearch(&state->key[key], &state->tree, compare))
		gen_reject(g, "out of memory");
	state->filled += !state->has[key];
	state->has[key] = true;
}

static void tree_find(struct gen *g, void *model)
{
	struct state *state = model;
	int key = draw_key(g);

	if (!tfind(&state->key[key], &state->tree, compare) == state->has[key])
		gen_fail(g, "the tree says the wrong thing");
}

static bool is_filled(const void *model)
{
	return ((const struct state *)model)->filled > 0;
}

static void tree_remove(struct gen *g, void *model)
{
	struct state *state = model;
	int key = draw_key(g);

	tdelete(&state->key[key], &state->tree, compare);
	state->filled -= state->has[key];
	state->has[key] = false;
}

static const struct gen_command commands[] = {
	{"put", .weight = 3, .run = tree_put},
	{"find", .weight = 2, .run = tree_find},
	{"remove", .may_run = is_filled, .run = tree_remove},
};

int retread_generate(struct gen *g)
{
	struct gen_list length = GEN_LIST(0, 60, 20);
	struct state *state = gen_alloc(g, sizeof *state);

	gen_commands(g, commands, 3, length, state);
	tdestroy(state->tree, keep);
	return GEN_VALID;
}
