/* SPDX-License-Identifier: MIT
 * Paths and contexts, interned. */
#include "config.h"

#include "analyzer/program/contexts.h"
#include "analyzer/program/user_code.h"

#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#include "lib/table.h"

struct contexts {
	struct arena arena;
	struct table path;	  /* (parent or thread, place and function) */
	struct table transition;  /* (from and over, site and function) */
	struct table callee;	  /* (function, place) -> the first one */
	struct table calls;	  /* function -> struct function_calls */
	struct context **context; /* open addressing by content */
	size_t capacity;
	size_t count;
	struct context **unknown; /* by number of subjects */
	size_t unknown_capacity;
	bool is_frozen;
};

/* How a function calls and is called. */
struct function_calls {
	bool recurs;	 /* it is called while it is live */
	bool dispatches; /* at one place it calls several functions */
};

struct contexts *contexts_new(void)
{
	return memory_alloc_zero(1, sizeof(struct contexts));
}

void contexts_free(struct contexts *contexts)
{
	if (!contexts)
		return;
	for (size_t i = 0; i < contexts->capacity; i++)
		if (contexts->context[i])
			free(contexts->context[i]->leaf);
	free(contexts->context);
	free(contexts->unknown);
	table_release(&contexts->path);
	table_release(&contexts->transition);
	table_release(&contexts->callee);
	table_release(&contexts->calls);
	arena_release(&contexts->arena);
	free(contexts);
}

static uint64_t low_key(uint32_t place, const struct symbol_function *function)
{
	return (uint64_t)place << 32 | function->index;
}

static uint64_t bit_of_function(const struct symbol_function *function)
{
	return UINT64_C(1) << (function->index * UINT64_C(0x9e3779b97f4a7c15) >>
			       58);
}

static struct path *intern_path(struct contexts *contexts, struct path wanted)
{
	/* Pointers are even, so a root's key cannot be a parent. */
	uint64_t high = wanted.parent ? (uintptr_t)wanted.parent
				      : (uint64_t)wanted.thread << 1 | 1;
	void **slot = table_place(
		&contexts->path, high, low_key(wanted.place, wanted.function));

	if (*slot)
		return *slot;
	wanted.functions = bit_of_function(wanted.function) |
			   (wanted.parent ? wanted.parent->functions : 0);
	*slot = arena_copy(&contexts->arena, &wanted, sizeof wanted);
	return *slot;
}

void contexts_path_fetch(const struct contexts *contexts,
	const struct path *path, uint32_t place,
	const struct symbol_function *function)
{
	table_fetch(&contexts->path, (uintptr_t)path, low_key(place, function));
}

struct path *contexts_path_root(struct contexts *contexts,
	const struct symbol_function *function, uint32_t thread)
{
	return intern_path(contexts,
		(struct path){
			.function = function, .thread = thread, .length = 1});
}

struct path *contexts_path_call(struct contexts *contexts, struct path *path,
	uint32_t place, const struct symbol_function *function)
{
	return intern_path(contexts, (struct path){.parent = path,
					     .function = function,
					     .place = place,
					     .thread = path->thread,
					     .length = path->length + 1});
}

struct path *contexts_path_find(
	struct path *path, const struct symbol_function *function)
{
	if (path && (path->functions & bit_of_function(function)) == 0)
		return NULL;
	while (path && path->function != function)
		path = path->parent;
	return path;
}

static struct function_calls *contexts_calls_of(
	struct contexts *contexts, const struct symbol_function *function)
{
	void **slot = table_place(&contexts->calls, 0, function->index);

	if (!*slot)
		*slot = arena_alloc_zero(
			&contexts->arena, 1, sizeof(struct function_calls));
	return *slot;
}

void contexts_note_call(struct contexts *contexts,
	const struct symbol_function *caller, uint32_t place,
	const struct symbol_function *callee, bool recurs)
{
	void **first;

	if (recurs)
		contexts_calls_of(contexts, callee)->recurs = true;
	if (!caller || !user_code_has(callee))
		return;
	first = table_place(&contexts->callee, caller->index, place);
	if (*first && *first != callee)
		contexts_calls_of(contexts, caller)->dispatches = true;
	else
		*first = (void *)callee;
}

bool contexts_recurs(const struct contexts *contexts, const struct path *path,
	bool *dispatches)
{
	bool recurs = false;

	*dispatches = false;
	for (; path; path = path->parent) {
		const struct function_calls *calls =
			table_find(&contexts->calls, 0, path->function->index);
		recurs |= calls && calls->recurs;
		*dispatches |= calls && calls->recurs && calls->dispatches;
	}
	return recurs;
}

static bool contexts_is_same(const struct context *context, uint32_t thread,
	const struct symbol_function *function, struct path *const *path,
	uint32_t subjects)
{
	return context->thread == thread && context->function == function &&
	       context->subjects == subjects &&
	       memcmp(context->path, path, subjects * sizeof *path) == 0;
}

static uint64_t hash_paths(uint32_t thread,
	const struct symbol_function *function, struct path *const *path,
	uint32_t subjects)
{
	uint64_t hash = table_mix(thread, (uintptr_t)function);

	for (uint32_t k = 0; k < subjects; k++)
		hash = table_mix(hash, (uintptr_t)path[k]);
	return hash;
}

static void contexts_grow(struct contexts *contexts)
{
	struct context **old = contexts->context;
	size_t old_capacity = contexts->capacity;

	contexts->capacity = old_capacity ? 2 * old_capacity : 64;
	contexts->context = memory_alloc_zero(
		contexts->capacity, sizeof *contexts->context);
	for (size_t i = 0; i < old_capacity; i++) {
		size_t j;
		if (!old[i])
			continue;
		j = hash_paths(old[i]->thread, old[i]->function, old[i]->path,
			old[i]->subjects);
		while (contexts->context[j & (contexts->capacity - 1)])
			j++;
		contexts->context[j & (contexts->capacity - 1)] = old[i];
	}
	free(old);
}

struct context *contexts_intern(struct contexts *contexts, uint32_t thread,
	const struct symbol_function *function, struct path *const *path,
	uint32_t subjects)
{
	struct context *context, **slot;
	size_t j;

	if (2 * (contexts->count + 1) > contexts->capacity)
		contexts_grow(contexts);
	j = hash_paths(thread, function, path, subjects);
	for (;; j++) {
		slot = &contexts->context[j & (contexts->capacity - 1)];
		if (!*slot)
			break;
		if (contexts_is_same(*slot, thread, function, path, subjects))
			return *slot;
	}
	context = arena_alloc_zero(
		&contexts->arena, 1, sizeof *context + subjects * sizeof *path);
	context->thread = thread;
	context->function = function;
	context->subjects = subjects;
	context->id = (uint32_t)contexts->count++;
	memcpy(context->path, path, subjects * sizeof *path);
	*slot = context;
	return context;
}

static struct leaf **leaf_slot(struct context *context, uint32_t site)
{
	uint32_t mask = context->leaf_capacity - 1;
	uint32_t i = (site * 0x9e3779b1u >> 16 ^ site) & mask;

	while (context->leaf[i] && context->leaf[i]->site != site)
		i = (i + 1) & mask;
	return &context->leaf[i];
}

static void grow_leaves(struct context *context)
{
	struct leaf **old = context->leaf;
	uint32_t old_capacity = context->leaf_capacity;

	context->leaf_capacity = old_capacity ? 2 * old_capacity : 4;
	context->leaf = memory_alloc_zero(
		context->leaf_capacity, sizeof *context->leaf);
	for (uint32_t i = 0; i < old_capacity; i++)
		if (old[i])
			*leaf_slot(context, old[i]->site) = old[i];
	free(old);
}

struct leaf *contexts_leaf(struct contexts *contexts, struct context *context,
	uint32_t site, bool make)
{
	struct leaf **slot;

	if (!make && context->leaf_capacity == 0)
		return NULL;
	if (make && 4 * (context->leaf_count + 1) > 3 * context->leaf_capacity)
		grow_leaves(context);
	slot = leaf_slot(context, site);
	if (!*slot && make) {
		*slot = arena_alloc_zero(&contexts->arena, 1,
			sizeof **slot +
				context->subjects * sizeof(*slot)->aec[0]);
		(*slot)->site = site;
		context->leaf_count++;
	}
	return *slot;
}

struct context **contexts_transition(struct contexts *contexts,
	const struct context *from, const struct context *over, uint32_t site,
	uint32_t function_and_flags)
{
	uint64_t high = (uint64_t)from->id << 32 | (over ? over->id + 1 : 0);
	uint64_t low = (uint64_t)site << 32 | function_and_flags;

	if (contexts->is_frozen &&
		!table_find(&contexts->transition, high, low))
		return NULL;
	return (struct context **)table_place(&contexts->transition, high, low);
}

void contexts_freeze(struct contexts *contexts)
{
	contexts->is_frozen = true;
}

bool contexts_is_frozen(const struct contexts *contexts)
{
	return contexts->is_frozen;
}

struct context *contexts_unknown(
	struct contexts *contexts, uint32_t thread, uint32_t subjects)
{
	size_t old = contexts->unknown_capacity;
	struct context **slot;

	if (subjects >= old) {
		contexts->unknown = memory_grow(contexts->unknown,
			&contexts->unknown_capacity, (size_t)subjects + 1,
			sizeof *contexts->unknown);
		memset(contexts->unknown + old, 0,
			(contexts->unknown_capacity - old) *
				sizeof *contexts->unknown);
	}
	slot = &contexts->unknown[subjects];
	if (!*slot) {
		*slot = arena_alloc_zero(&contexts->arena, 1,
			sizeof **slot + subjects * sizeof(*slot)->path[0]);
		(*slot)->id = CONTEXT_UNKNOWN;
		(*slot)->thread = thread;
		(*slot)->subjects = subjects;
	}
	return *slot;
}
