/* SPDX-License-Identifier: MIT
 * Which copies of a function there are, with one node changed. */
#include "config.h"

#include "fuzz-perf/ir/rewriter.h"

#include <stdlib.h>

#include "lib/random.h"

static struct rewriter *rewriter_new(const struct irf_fn *fn)
{
	struct rewriter *rewriter = calloc(1, sizeof *rewriter);

	if (!rewriter)
		abort();
	rewriter->from = fn;
	rewriter->left_out = rewriter->spliced = rewriter->param =
		rewriter->constant = -1;
	return rewriter;
}

struct irf_fn *ir_rewrite(const struct irf_fn *fn,
	const struct irf_profile *profile, enum ir_rewrite how,
	uint64_t *random)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->profile = ir_profile(profile);
	ir_statement_weights(&rewriter->profile, rewriter->statement_weight);
	rewriter->how = how;
	rewriter->random = random;
	rewriter->target = random_mix_below(random, fn->node_count);
	rewriter->operand = -2;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_without(const struct irf_fn *fn, uint32_t id, int operand)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->how = IR_DELETE;
	rewriter->target = id;
	rewriter->operand = operand;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_without_flag(
	const struct irf_fn *fn, uint32_t id, unsigned flag)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->lost = flag;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_with_sum(const struct irf_fn *fn, uint32_t id)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->sums = true;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_with_constant(const struct irf_fn *fn, uint32_t id, bool ones)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->constant = ones;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_without_region(
	const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->left_out = (int)at;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_with_region(const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->spliced = (int)at;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_inline(const struct irf_fn *fn, uint32_t id)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->inlines = true;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_without_param(
	const struct irf_fn *fn, uint32_t id, uint32_t at)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->param = (int)at;
	return rewriter_run(rewriter);
}

/* Is TYPE composed of vectors of COUNT elements? */
static bool has_inside(const struct irf_type *type, uint32_t count)
{
	uint32_t types = type->kind == IRF_ARRAY ? 1 : type->count;

	for (uint32_t i = 0; !ir_is_number(type) && i < types; i++) {
		const struct irf_type *element = type->element[i];
		if ((element->kind == IRF_VECTOR && element->count == count) ||
			has_inside(element, count))
			return true;
	}
	return false;
}

static bool region_has_inside(const struct irf_region *region, uint32_t count)
{
	for (uint32_t i = 0; i < region->count; i++) {
		node_t *node = region->node[i];
		if (has_inside(node->type, count))
			return true;
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			if (region_has_inside(node->region[j], count))
				return true;
	}
	return false;
}

struct irf_fn *ir_halve_vectors(const struct irf_fn *fn, uint32_t count)
{
	struct rewriter *rewriter;

	if (count < 2 || region_has_inside(&fn->body, count))
		return NULL;
	rewriter = rewriter_new(fn);
	rewriter->target = UINT32_MAX;
	rewriter->halved = count;
	return rewriter_run(rewriter);
}

struct irf_fn *ir_with_param(
	const struct irf_fn *fn, uint32_t id, enum ir_form form)
{
	struct rewriter *rewriter = rewriter_new(fn);

	rewriter->target = id;
	rewriter->gives = true;
	rewriter->makes = form;
	return rewriter_run(rewriter);
}

/* Marks what NODE, which is needed, needs. */
static void rewrite_mark(bool *needs, node_t *node)
{
	if (needs[node->id])
		return;
	needs[node->id] = true;
	for (uint32_t i = 0; i < node->operand_count; i++)
		rewrite_mark(needs, node->operand[i]);
	for (int i = 0; i < IRF_REGIONS_MAX && node->region[i]; i++)
		rewrite_mark(needs, node->region[i]->result);
}

/* Marks stores, what is around them, and what is fixed, parameters only if KEEPS_PARAMS; functions that store only if they
 * are called, which STORES_THERE says, by id. Returns whether there is a store in REGION. */
static bool mark_fixed(bool *needs, bool *stores_there,
	const struct irf_region *region, bool keeps_params)
{
	bool any = false;

	for (uint32_t i = 0; i < region->count; i++) {
		node_t *node = region->node[i];
		bool stores = node->op == IRF_STORE ||
			      (node->op == IRF_CALL &&
				      stores_there[node->operand[0]->id]);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			stores |= mark_fixed(needs, stores_there,
				node->region[j], keeps_params);
		stores_there[node->id] = stores;
		if (node->op == IRF_FUNCTION)
			continue;
		if (stores || (keeps_params && node->op == IRF_PARAM) ||
			node->op == IRF_INDEX || node->op == IRF_CARRY)
			rewrite_mark(needs, node);
		any |= stores;
	}
	return any;
}

struct irf_fn *ir_sweep(const struct irf_fn *fn, bool keeps_params)
{
	struct rewriter *rewriter = rewriter_new(fn);
	bool *stores_there = calloc(fn->node_count + 1, sizeof(bool));

	rewriter->needs = calloc(fn->node_count + 1, sizeof(bool));
	if (!rewriter->needs || !stores_there)
		abort();
	mark_fixed(rewriter->needs, stores_there, &fn->body, keeps_params);
	free(stores_there);
	rewrite_mark(rewriter->needs, fn->body.result);
	rewriter->target = UINT32_MAX;
	rewriter->is_done = true;
	return rewriter_run(rewriter);
}
