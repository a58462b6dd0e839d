/* SPDX-License-Identifier: MIT
 * Draws a run: a function from the main stream, passes and arguments from streams
 * of their own, so that one can change without the others. */
#include "config.h"

#include "fuzz-perf/ir/case.h"

#include <string.h>

#include "fuzz-perf/ir/grammar.h"

#define STEPWISE   8 /* one list of passes in so many is run one by one */
#define BOUNDARIES (IR_SPECIALS + 2) /* and small ones, and single bits */

/* ---- passes ---- */

static void add_pass(struct ir_case *case_, unsigned pass)
{
	if (case_->passes < IRF_PASSES_MAX)
		case_->pass[case_->passes++] = pass;
}

static bool has_pass(const struct ir_case *case_, unsigned pass)
{
	for (unsigned i = 0; i < case_->passes; i++)
		if (case_->pass[i] == pass)
			return true;
	return false;
}

/* What PASS needs, if it is not there yet. */
static void add_needed(
	const struct ir_setup *setup, struct ir_case *case_, unsigned pass)
{
	const char *at = setup->pass[pass].needs;

	while (at && *at) {
		size_t length = strcspn(at, ",");
		for (unsigned i = 0; i < setup->passes; i++) {
			const char *name = setup->pass[i].name;
			if (strlen(name) == length &&
				!memcmp(name, at, length) &&
				!has_pass(case_, i))
				add_pass(case_, i);
		}
		at += length + (at[length] == ',');
	}
}

static void draw_passes(
	struct gen *g, const struct ir_setup *setup, struct ir_case *case_)
{
	struct gen_list list = GEN_LIST(0, setup->max_passes, 3);
	unsigned weight[512];
	unsigned count = setup->passes < 512 ? setup->passes : 512;

	case_->is_stepwise = gen_chance(g, 1, STEPWISE);
	for (unsigned i = 0; i < setup->fixed_count; i++)
		add_pass(case_, setup->fixed[i]);
	if (setup->fixed || !count)
		return;
	for (unsigned i = 0; i < count; i++)
		weight[i] = setup->pass[i].weight ? setup->pass[i].weight : 1;
	while (gen_more(g, &list)) {
		unsigned pass = gen_weighted(g, weight, count);
		add_needed(setup, case_, pass);
		add_pass(case_, pass);
	}
}

/* ---- arguments ---- */

static void draw_boundary(
	struct gen *g, uint64_t *to, uint32_t width, unsigned shift)
{
	unsigned which = (gen_pick(g, BOUNDARIES) + shift) % BOUNDARIES;
	unsigned detail = gen_pick(g, 256);

	if (which < IR_SPECIALS) {
		ir_special(to, width, which);
		return;
	}
	memset(to, 0, ir_words(width) * sizeof *to);
	if (which == IR_SPECIALS)
		to[0] = detail;
	else
		to[detail % width / 64] |= 1ull << detail % width % 64;
	ir_mask(to, width);
}

static void draw_number(
	struct gen *g, uint64_t *to, uint32_t width, unsigned set, unsigned at)
{
	if (set & 1) {
		draw_boundary(g, to, width, set * (at + 1));
		return;
	}
	for (uint32_t i = 0; i < ir_words(width); i++) {
		uint32_t left = width - 64 * i;
		to[i] = gen_u64(
			g, 0, left < 64 ? (1ull << left) - 1 : UINT64_MAX);
	}
}

static void draw_value(struct gen *g, uint64_t *to, const struct irf_type *type,
	unsigned set, unsigned *at)
{
	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *part = to + ir_element_offset(type, i);
		if (ir_is_number(type))
			draw_number(g, part, type->width, set, (*at)++);
		else
			draw_value(g, part,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				set, at);
	}
}

/* A buffer is too large for draws: a few values, over and over, with a step. */
static void draw_buffer(struct gen *g, uint64_t *to,
	const struct irf_buffer *buffer, unsigned set)
{
	uint32_t words = ir_words(buffer->width);
	uint64_t step = gen_u64(g, 0, 255);

	for (uint32_t i = 0; i < buffer->size; i++, to += words) {
		if (i < 4) {
			draw_number(g, to, buffer->width, set, i);
			continue;
		}
		memcpy(to, to - 4 * words, words * sizeof *to);
		to[0] += step;
		ir_mask(to, buffer->width);
	}
}

static void draw_set(
	struct gen *g, struct ir_fn *fn, struct irf_args *args, unsigned set)
{
	uint64_t **param =
		ir_alloc(fn, sizeof *param * (fn->fn.param_count + 1));
	uint64_t **buffer =
		ir_alloc(fn, sizeof *buffer * (fn->fn.buffer_count + 1));
	unsigned at = 0;

	gen_begin(g, "set");
	for (uint32_t i = 0; i < fn->fn.param_count; i++) {
		const struct irf_type *type = fn->fn.param[i]->type;
		param[i] = ir_alloc(fn, sizeof **param * (type->words + 1));
		draw_value(g, param[i], type, set, &at);
	}
	for (uint32_t i = 0; i < fn->fn.buffer_count; i++) {
		const struct irf_buffer *from = &fn->fn.buffer[i];
		if (from->is_local)
			continue;
		buffer[i] = ir_alloc(fn,
			sizeof **buffer * from->size * ir_words(from->width));
		draw_buffer(g, buffer[i], from, set);
	}
	gen_end(g);
	args->param = (const uint64_t *const *)param;
	args->buffer = (const uint64_t *const *)buffer;
}

void ir_case_draw(
	struct gen *g, const struct ir_setup *setup, struct ir_case *case_)
{
	memset(case_, 0, offsetof(struct ir_case, args));
	case_->fn = ir_draw(g, &setup->profile);
	draw_passes(gen_fork(g, IR_STREAM_P), setup, case_);
	case_->sets = setup->sets < IR_SETS ? setup->sets : IR_SETS;
	for (unsigned i = 0; i < case_->sets; i++) {
		case_->args[i].fuel = setup->fuel;
		draw_set(gen_fork(g, IR_STREAM_A), (struct ir_fn *)case_->fn,
			&case_->args[i], i);
	}
}
