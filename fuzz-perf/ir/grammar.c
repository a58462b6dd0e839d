/* SPDX-License-Identifier: MIT
 * What decode.c and encode.c must agree on: tables, and which values are meant. */
#include "config.h"

#include "fuzz-perf/ir/grammar.h"

#include <math.h>
#include <string.h>

const unsigned ir_width_weight[3] = {6, 3, 3};
const uint16_t ir_usual_width[IR_USUAL_WIDTHS] = {8, 1, 32, 16, 64, 4, 33, 128};
const unsigned ir_number_weight[3] = {5, 3, 2};
const unsigned ir_operand_weight[IR_OPERAND_CLASSES] = {8, 3, 3, 4};

const double ir_usual_float[IR_USUAL_FLOATS] = {
	1, -1, 2, 0.5, HUGE_VAL, -HUGE_VAL, 3, 1e10};

void ir_special(uint64_t *to, uint32_t width, unsigned which)
{
	uint32_t words = ir_words(width);
	bool ones = which == 1 || which == 3 || which == 5;

	/* 0, -1, the least and the greatest signed number, 1, -2, a half of the
	 * bits, every second one */
	memset(to, which == 7 ? 0x55 : ones ? 0xff : 0, words * sizeof *to);
	if (which == 2 || which == 3)
		to[(width - 1) / 64] ^= 1ull << (width - 1) % 64;
	else if (which == 4 || which == 5)
		to[0] ^= 1;
	else if (which == 6)
		for (uint32_t i = 0; i < width / 2; i++)
			to[i / 64] |= 1ull << i % 64;
	ir_mask(to, width);
}

void ir_kind_weights(unsigned features, unsigned depth, unsigned weight[4])
{
	bool nests = depth < IR_TYPE_DEPTH;

	weight[IRF_BITS] = depth > 1 ? 60 : 12;
	weight[IRF_VECTOR] = features & IRF_F_VECTOR ? 2 : 0;
	weight[IRF_ARRAY] = nests && features & IRF_F_ARRAY ? 1 : 0;
	weight[IRF_TUPLE] = nests && features & IRF_F_TUPLE ? 1 : 0;
}

/* The part of the language that a statement needs, 0: none. */
static unsigned feature_of(unsigned statement)
{
	if (ir_is_float(statement))
		return IRF_F_FLOAT;
	switch (statement) {
	case IRF_MAKE:
	case IRF_GET:
	case IRF_SET:
		return IRF_F_VECTOR | IRF_F_ARRAY | IRF_F_TUPLE;
	case IRF_FIELD:
		return IRF_F_TUPLE;
	case IRF_LOAD:
	case IRF_STORE:
		return IRF_F_BUFFER;
	case IRF_LOOP:
		return IRF_F_LOOP;
	case IRF_IF:
		return IRF_F_IF;
	case IRF_SWITCH:
		return IRF_F_EXIT;
	case IRF_FUNCTION:
	case IRF_CALL:
		return IRF_F_CALL;
	case IRF_POISON:
	case IRF_UNDEF:
	case IRF_FREEZE:
	case IRF_ASSUME:
	case IRF_RANGE:
	case IRF_DEFINED:
		return IRF_F_POISON;
	default:
		return 0;
	}
}

bool ir_has_flags(const struct irf_profile *profile, enum irf_op op)
{
	unsigned flags = ir_flags_of(op);

	return profile->features & IRF_F_POISON && flags &&
	       (flags != IRF_SAMESIGN || profile->features & IRF_F_SAMESIGN);
}

unsigned ir_flags_drawn(enum irf_op op, unsigned drawn)
{
	unsigned all = ir_flags_of(op), flags = 0;
	unsigned subsets = 1u << __builtin_popcount(all);

	if (drawn < IR_FLAGS_NONE)
		return 0;
	drawn = 1 + (drawn - IR_FLAGS_NONE) % (subsets - 1);
	for (unsigned flag = 1; drawn; flag <<= 1) {
		flags |= all & flag && drawn & 1 ? flag : 0;
		drawn >>= all & flag ? 1 : 0;
	}
	return flags;
}

bool ir_has_idioms(const struct irf_profile *profile)
{
	static const enum irf_op used[] = {IRF_ADD, IRF_SUB, IRF_MUL, IRF_UDIV,
		IRF_SDIV, IRF_UREM, IRF_SREM, IRF_AND, IRF_OR, IRF_XOR, IRF_NOT,
		IRF_NEG, IRF_SHL, IRF_LSHR, IRF_ASHR, IRF_ULT, IRF_ULE, IRF_SLT,
		IRF_SLE, IRF_SELECT};

	for (size_t i = 0; i < sizeof used / sizeof used[0]; i++)
		if (profile->op_weight && !profile->op_weight[used[i]])
			return false;
	return true;
}

void ir_statement_weights(
	const struct irf_profile *profile, unsigned weight[IR_STATEMENTS])
{
	for (unsigned i = 0; i < IR_STATEMENTS; i++) {
		unsigned needs = feature_of(i);
		weight[i] =
			i == IRF_PARAM || i == IRF_INDEX || i == IRF_CARRY ? 0
			: profile->op_weight && i < IRF_NOPS
				? profile->op_weight[i]
			: i == IR_PICK	 ? 1
			: i == IR_REPEAT ? 6
			: i == IR_IDIOM	 ? (ir_has_idioms(profile) ? 10 : 0)
			: i == IRF_CONST || i == IRF_FREEZE ? 2
			: i == IRF_POISON || i == IRF_UNDEF ||
					(i >= IRF_ASSUME && i <= IRF_DEFINED) ||
					(i >= IRF_SWITCH && i <= IRF_FUNCTION)
				? 1
				: 4;
		if ((needs && !(needs & profile->features)) ||
			(i == IRF_SWITCH && !(IRF_F_IF & profile->features)))
			weight[i] = 0;
	}
}

void ir_distinguish(uint64_t *words, uint32_t count, uint32_t width)
{
	uint32_t each = ir_words(width);
	uint64_t *last = words + (count - 1) * each;

	for (uint32_t i = 0; i + 1 < count; i++)
		if (!memcmp(words + i * each, last, each * sizeof *words)) {
			last[0]++;
			ir_mask(last, width);
			i = UINT32_MAX; /* from the first one on */
		}
}

struct irf_profile ir_profile(const struct irf_profile *given)
{
	struct irf_profile profile = *given;

	if (!profile.max_width)
		profile.max_width = 64;
	if (profile.max_width > IRF_WIDTH_MAX)
		profile.max_width = IRF_WIDTH_MAX;
	if (!profile.max_nodes)
		profile.max_nodes = 200;
	if (profile.max_nodes > IR_LIST_MAX)
		profile.max_nodes = IR_LIST_MAX;
	return profile;
}

void ir_context_add(struct ir_context *context, const struct irf_node *node)
{
	struct ir_scope *scope = &context->scope;

	if (node->op == IRF_FUNCTION && scope->functions < IR_FUNCTIONS)
		context->function[scope->functions++] = node;
	else if (node->op != IRF_FUNCTION && node->op != IRF_STORE &&
		 scope->count < IR_NODES)
		context->node[scope->count++] = node;
}

static bool is_meant(const struct irf_node *node, const struct irf_type *type,
	unsigned kinds)
{
	return type ? node->type == type : kinds >> node->type->kind & 1;
}

uint32_t ir_context_count(const struct ir_context *context,
	const struct irf_type *type, unsigned kinds)
{
	uint32_t count = 0;

	for (uint32_t i = context->scope.first; i < context->scope.count; i++)
		count += is_meant(context->node[i], type, kinds);
	return count < IR_PLACES ? count : IR_PLACES;
}

uint32_t ir_place(unsigned drawn, uint32_t count)
{
	if (drawn < count)
		return drawn;
	unsigned last = (unsigned)__builtin_ctz(drawn / 2 | IR_PLACES);
	return (drawn & 1 ? drawn / 2 : last) % count;
}

const struct irf_node *ir_context_at(const struct ir_context *context,
	const struct irf_type *type, unsigned kinds, uint32_t at)
{
	for (uint32_t i = context->scope.count; i-- > context->scope.first;)
		if (is_meant(context->node[i], type, kinds) && !at--)
			return context->node[i];
	return NULL;
}
