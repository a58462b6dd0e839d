/* SPDX-License-Identifier: MIT
 * Draws a run: a function from the main stream, passes and arguments from streams
 * of their own, so that one can change without the others. */
#include "config.h"

#include "fuzz-perf/ir/case.h"

#include <stdio.h>
#include <string.h>

#include "fuzz-perf/ir/grammar.h"
#include "lib/memory.h"

#define SETS_WITHOUT_EQUAL 10 /* as many as a search uses by default */
#define DRAWN_MAX	   16 /* numbers that a later one may equal */
#define POISONED	   8 /* one set in so many has a number that is poison */
#define UNDEFINED	   3 /* and this one of them one that is undef */
#define STEPWISE	   8 /* one list of passes in so many is run one by one */
#define BOUNDARIES	   (IR_SPECIALS + 2) /* and small ones, and single bits */

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

unsigned ir_pass_weights(
	const struct ir_setup *setup, unsigned weight[IR_PASSES_DRAWN])
{
	unsigned count = setup->passes < IR_PASSES_DRAWN ? setup->passes
							 : IR_PASSES_DRAWN;

	for (unsigned i = 0; i < count; i++)
		weight[i] = setup->pass[i].weight ? setup->pass[i].weight : 1;
	return count;
}

static void draw_passes(
	struct gen *g, const struct ir_setup *setup, struct ir_case *case_)
{
	struct gen_list list = GEN_LIST(0, setup->max_passes, 3);
	unsigned weight[IR_PASSES_DRAWN];
	unsigned count = ir_pass_weights(setup, weight);

	case_->is_stepwise = gen_chance(g, 1, STEPWISE);
	for (unsigned i = 0; i < setup->fixed_count; i++)
		add_pass(case_, setup->fixed[i]);
	if (setup->fixed || !count)
		return;
	while (gen_more(g, &list)) {
		unsigned pass = gen_weighted(g, weight, count);
		add_needed(setup, case_, pass);
		add_pass(case_, pass);
	}
}

/* ---- arguments ---- */

/* Limits of numbers of IEEE 754 of 16, 32 and 64 bits: infinity, 1, the greatest number, the least
 * one with all of its bits; in functions that have such numbers also 0 and a NaN. */
#define POINTS	    4
#define POINTS_ALL  6
#define POINTS_FROM 128 /* of 256 */
static const uint64_t points[3][POINTS_ALL] = {
	{0x7c00, 0x3c00, 0x7bff, 0x0400, 0, 0x7e00},
	{0x7f800000, 0x3f800000, 0x7f7fffff, 0x00800000, 0, 0x7fc00000},
	{0x7ff0000000000000, 0x3ff0000000000000, 0x7fefffffffffffff,
		0x0010000000000000, 0, 0x7ff8000000000000}};

static uint64_t point_of(uint32_t width, unsigned which, unsigned detail)
{
	return points[width / 32][which] | (uint64_t)(detail & 1)
						   << (width - 1);
}

static void draw_boundary(struct gen *g, uint64_t *to, uint32_t width,
	unsigned shift, bool has_points)
{
	unsigned which = (gen_pick(g, BOUNDARIES) + shift) % BOUNDARIES;
	unsigned detail = gen_pick(g, 256);

	if (has_points && detail >= POINTS_FROM &&
		(width == 16 || width == 32 || width == 64)) {
		to[0] = point_of(width, detail / 2 % POINTS_ALL, detail);
		return;
	}
	if (which < IR_SPECIALS) {
		ir_special(to, width, which);
		return;
	}
	memset(to, 0, ir_words(width) * sizeof *to);
	if ((width == 32 || width == 64) && detail >= POINTS_FROM)
		to[0] = point_of(width, detail / 2 % POINTS, detail);
	else if (which == IR_SPECIALS)
		to[0] = detail;
	else
		to[detail % width / 64] |= 1ull << detail % width % 64;
	ir_mask(to, width);
}

enum ir_set_kind ir_set_kind(unsigned at)
{
	if (at >= SETS_WITHOUT_EQUAL)
		return at % IR_SET_KINDS;
	return at & 1 ? IR_SET_LIMITS : IR_SET_RANDOM;
}

/* The numbers of a set that were drawn so far. */
struct case_drawn {
	bool has_points; /* the function has numbers of IEEE 754 */
	unsigned set, count;
	struct {
		const uint64_t *words;
		uint32_t width;
	} number[DRAWN_MAX];
};

/* True if TO became one of the numbers of its width that were drawn before. */
static bool repeat_number(struct gen *g, const struct case_drawn *drawn,
	uint64_t *to, uint32_t width)
{
	for (unsigned i = 0; i + 1 < drawn->count && i < DRAWN_MAX; i++)
		if (drawn->number[i].width == width && gen_bool(g)) {
			memcpy(to, drawn->number[i].words,
				ir_words(width) * sizeof *to);
			return true;
		}
	return false;
}

static void case_draw_number(
	struct gen *g, uint64_t *to, uint32_t width, struct case_drawn *drawn)
{
	enum ir_set_kind kind = ir_set_kind(drawn->set);
	unsigned at = drawn->count++;

	if (kind == IR_SET_LIMITS) {
		draw_boundary(
			g, to, width, drawn->set * (at + 1), drawn->has_points);
		return;
	}
	if (at < DRAWN_MAX) {
		drawn->number[at].words = to;
		drawn->number[at].width = width;
	}
	/* Limits may be equal, too. */
	if (kind == IR_SET_EQUAL && (at || drawn->set & 1)) {
		if (!repeat_number(g, drawn, to, width))
			draw_boundary(
				g, to, width, drawn->set, drawn->has_points);
		return;
	}
	for (uint32_t i = 0; i < ir_words(width); i++) {
		uint32_t left = width - 64 * i;
		to[i] = gen_u64(
			g, 0, left < 64 ? (1ull << left) - 1 : UINT64_MAX);
	}
}

static void case_draw_value(struct gen *g, uint64_t *to,
	const struct irf_type *type, struct case_drawn *drawn)
{
	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *part = to + ir_element_offset(type, i);
		if (ir_is_number(type))
			case_draw_number(g, part, type->width, drawn);
		else
			case_draw_value(g, part,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				drawn);
	}
}

/* A buffer is too large for draws: a few values, over and over, with a step. */
static void case_draw_buffer(struct gen *g, uint64_t *to,
	const struct irf_buffer *buffer, struct case_drawn drawn)
{
	uint32_t words = ir_words(buffer->width);
	uint64_t step = gen_u64(g, 0, 255);

	for (uint32_t i = 0; i < buffer->size; i++, to += words) {
		if (i < 4) {
			case_draw_number(g, to, buffer->width, &drawn);
			continue;
		}
		const uint64_t *from = to - 4 * words;
		for (uint32_t k = 0; k < words; k++)
			to[k] = from[k];
		to[0] += step;
		ir_mask(to, buffer->width);
	}
}

static void draw_set(struct gen *g, struct ir_fn *fn, struct irf_args *args,
	unsigned set, bool has_points)
{
	uint64_t **param =
		ir_alloc(fn, sizeof *param * (fn->fn.param_count + 1));
	uint64_t **buffer =
		ir_alloc(fn, sizeof *buffer * (fn->fn.buffer_count + 1));
	const struct case_drawn begin = {.set = set, .has_points = has_points};
	struct case_drawn drawn = begin;

	gen_begin(g, "set");
	for (uint32_t i = 0; i < fn->fn.param_count; i++) {
		const struct irf_type *type = fn->fn.param[i]->type;
		param[i] = ir_alloc(fn, sizeof **param * (type->words + 1));
		case_draw_value(g, param[i], type, &drawn);
	}
	for (uint32_t i = 0; i < fn->fn.buffer_count; i++) {
		const struct irf_buffer *from = &fn->fn.buffer[i];
		if (from->is_local)
			continue;
		buffer[i] = ir_alloc(fn,
			sizeof **buffer * from->size * ir_words(from->width));
		case_draw_buffer(g, buffer[i], from, begin);
	}
	gen_end(g);
	args->poison = args->undef = 0;
	args->param = (const uint64_t *const *)param;
	args->buffer = (const uint64_t *const *)buffer;
}

static uint32_t count_numbers(const struct irf_type *type)
{
	uint32_t count = 0;

	if (ir_is_number(type))
		return type->kind == IRF_BITS ? 1 : type->count;
	for (uint32_t i = 0; i < type->count; i++)
		count += count_numbers(
			type->element[type->kind == IRF_ARRAY ? 0 : i]);
	return count;
}

/* Number AT of FN's parameters, over and over. */
static uint64_t poison_of(const struct irf_fn *fn, unsigned at)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < fn->param_count; i++)
		count += count_numbers(fn->param[i]->type);
	return count ? UINT64_C(1) << (at % (count < 64 ? count : 64)) : 0;
}

/* In place of the function, if this release can read it. */
static void take_written(const struct ir_setup *setup, struct ir_case *case_)
{
	struct irf_fn *fn =
		setup->target->read_function(setup->t, setup->written);

	if (!fn)
		return;
	irf_free(case_->fn);
	case_->fn = fn;
	case_->written = setup->written;
}

/* Whether TEXT, a function as it was written, may have numbers of IEEE 754. */
static bool case_has_points(const char *text)
{
	return strstr(text, "half") || strstr(text, "float") ||
	       strstr(text, "double");
}

void ir_case_draw(
	struct gen *g, const struct ir_setup *setup, struct ir_case *case_)
{
	bool has_points;

	memset(case_, 0, offsetof(struct ir_case, args));
	case_->fn = ir_draw(g, &setup->profile);
	if (setup->written)
		take_written(setup, case_);
	has_points = case_->written && case_has_points(case_->written);
	draw_passes(gen_fork(g, IR_STREAM_P), setup, case_);
	case_->sets = setup->sets < IR_SETS ? setup->sets : IR_SETS;
	for (unsigned i = 0; i < case_->sets; i++) {
		case_->args[i].fuel = setup->fuel;
		draw_set(gen_fork(g, IR_STREAM_A), (struct ir_fn *)case_->fn,
			&case_->args[i], i, has_points);
		if (case_->written && i % POISONED == POISONED - 1)
			case_->args[i].poison =
				poison_of(case_->fn, i / POISONED);
		if (case_->written && i % POISONED == UNDEFINED)
			case_->args[i].undef =
				poison_of(case_->fn, i / POISONED);
	}
}

static void case_add_operations(
	struct ir_operations *operations, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			case_add_operations(operations, node->region[j]);
		if (node->op != IRF_PARAM && node->op != IRF_CONST &&
			node->op != IRF_INDEX && node->op != IRF_CARRY)
			operations->bits[node->op / 64] |= 1ull
							   << node->op % 64;
	}
}

struct ir_operations ir_operations_of(const struct irf_fn *fn)
{
	struct ir_operations operations = {{0}};

	case_add_operations(&operations, &fn->body);
	return operations;
}

static uint64_t case_hash_shape(uint64_t hash, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		uint32_t key[] = {node->op, node->type->kind,
			node->op == IRF_CONST ? 0 : node->index};
		hash = parameters_hash(hash, key, sizeof key);
		for (uint32_t j = 0; j < node->operand_count; j++)
			hash = parameters_hash(hash, &node->operand[j]->id,
				sizeof node->operand[j]->id);
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			hash = case_hash_shape(hash, node->region[j]);
	}
	return hash;
}

uint64_t ir_shape_of(const struct ir_case *case_)
{
	return case_hash_shape(parameters_hash(0, case_->pass,
				       case_->passes * sizeof *case_->pass),
		&case_->fn->body);
}

struct parameters_stream *ir_input_stream(
	struct parameters *input, const char *name)
{
	for (unsigned i = 1; i < input->count; i++)
		if (!strcmp(input->stream[i].name, name))
			return &input->stream[i];
	if (input->count == PARAMETERS_STREAMS)
		return &input->stream[0];
	struct parameters_stream *stream = &input->stream[input->count++];
	*stream = (struct parameters_stream){.bytes = NULL, .length = 0};
	strncpy(stream->name, name, PARAMETERS_NAME - 1);
	return stream;
}

uint8_t *ir_input_write_dup(const struct parameters *input, size_t *length)
{
	uint8_t *file;

	*length = parameters_write(input, NULL, 0);
	file = memory_alloc(*length + 1);
	parameters_write(input, file, *length);
	return file;
}

void ir_case_fill_arguments(struct parameters_stream *args, uint8_t *bytes,
	const struct parameters_stream *function)
{
	uint64_t seed = parameters_hash(0, function->bytes, function->length);

	snprintf(args->name, sizeof args->name, IR_STREAM_A);
	args->bytes = bytes;
	args->length = IR_ARGUMENT_BYTES;
	for (size_t i = 0; i < args->length; i++)
		bytes[i] = parameters_extend(seed, args->name, i);
}
