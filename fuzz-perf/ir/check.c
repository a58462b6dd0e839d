/* SPDX-License-Identifier: MIT
 * Is a function of the portable IR what ir.h says? Text may be otherwise; what
 * bytes are decoded to never is. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ir_checker {
	const struct irf_fn *fn;
	bool *is_seen;	/* may node ID be an operand here? */
	uint32_t first; /* of the function's nodes, by id */
	char *why;
	size_t size;
};

__attribute__((format(printf, 3, 4))) static bool complain(
	struct ir_checker *check, const struct irf_node *node,
	const char *format, ...)
{
	va_list arguments;
	int head = snprintf(check->why, check->size,
		"%%%" PRIu32 " = %s: ", node->id, irf_op_name(node->op));

	va_start(arguments, format);
	if (head > 0 && (size_t)head < check->size)
		vsnprintf(check->why + head, check->size - (size_t)head, format,
			arguments);
	va_end(arguments);
	return false;
}

static const struct irf_type *type_of(
	const struct irf_node *node, uint32_t operand)
{
	return node->operand[operand]->type;
}

static bool is_bit(const struct irf_type *type)
{
	return type->kind == IRF_BITS && type->width == 1;
}

static bool is_like(const struct irf_type *a, const struct irf_type *b)
{
	return a->kind == b->kind && a->count == b->count;
}

/* Is TYPE element AT of WHOLE? */
static bool check_is_element(
	const struct irf_type *type, const struct irf_type *whole, uint32_t at)
{
	if (whole->kind == IRF_VECTOR)
		return type->kind == IRF_BITS && type->width == whole->width;
	return type == whole->element[whole->kind == IRF_ARRAY ? 0 : at];
}

static bool check_number(struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_type *type = node->type;
	bool compares = ir_is_truth(node->op);

	if (!ir_is_number(type_of(node, 0)))
		return complain(check, node, "operands must be numbers");
	for (uint32_t i = 1; i < node->operand_count; i++)
		if (type_of(node, i) != type_of(node, 0))
			return complain(check, node, "operands differ in type");
	if (compares ? type->width != 1 || !is_like(type, type_of(node, 0))
		     : type != type_of(node, 0))
		return complain(check, node, "the result has another type");
	return true;
}

static bool check_width(struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_type *from = type_of(node, 0), *to = node->type;

	if (!ir_is_number(from) || !is_like(from, to))
		return complain(check, node, "only the width may differ");
	if (node->op == IRF_CONCAT) {
		if (from->kind != IRF_BITS ||
			type_of(node, 1)->kind != IRF_BITS ||
			to->width != from->width + type_of(node, 1)->width)
			return complain(check, node,
				"the result must be bits as wide as both");
	} else if (node->op == IRF_SLICE) {
		if (to->width >= from->width ||
			node->index > from->width - to->width)
			return complain(check, node,
				"%" PRIu32 " bits from %" PRIu32
				" on are not a part of %" PRIu32,
				to->width, node->index, from->width);
	} else if (to->width <= from->width) {
		return complain(check, node, "the result must be wider");
	}
	return true;
}

static bool check_is_float(const struct irf_type *type)
{
	return type->width == 32 || type->width == 64;
}

static bool check_float(struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_type *from = type_of(node, 0), *to = node->type;
	bool makes = node->op == IRF_SITOFP || node->op == IRF_UITOFP;
	bool takes = node->op == IRF_FPTOSI || node->op == IRF_FPTOUI;

	if (node->op <= IRF_FCMP && !check_number(check, node))
		return false;
	if (!ir_is_number(from) || !is_like(from, to))
		return complain(check, node, "only the width may differ");
	if (makes ? from->width > 64 : !check_is_float(from))
		return complain(check, node, "an operand has another width");
	if (takes ? to->width > 64
		  : node->op != IRF_FCMP && !check_is_float(to))
		return complain(check, node, "the result has another width");
	if ((node->op == IRF_FPEXT && from->width >= to->width) ||
		(node->op == IRF_FPTRUNC && from->width <= to->width))
		return complain(check, node, "it must change the width");
	return true;
}

static bool check_composed(
	struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_type *type = node->type;

	if (node->op == IRF_MAKE) {
		if (type->kind == IRF_BITS ||
			node->operand_count != type->count)
			return complain(check, node,
				"it needs an operand for each element");
		for (uint32_t i = 0; i < type->count; i++)
			if (!check_is_element(type_of(node, i), type, i))
				return complain(check, node,
					"operand %" PRIu32 " has another type",
					i);
		return true;
	}
	const struct irf_type *whole = type_of(node, 0);
	if (node->op == IRF_FIELD) {
		if (whole->kind != IRF_TUPLE || node->index >= whole->count ||
			!check_is_element(type, whole, node->index))
			return complain(
				check, node, "the tuple has no such element");
		return true;
	}
	if (whole->kind != IRF_VECTOR && whole->kind != IRF_ARRAY)
		return complain(
			check, node, "operand 0 must be a vector or an array");
	if (type_of(node, 1)->kind != IRF_BITS)
		return complain(check, node, "a place must be bits");
	if (node->op == IRF_GET
			? !check_is_element(type, whole, 0)
			: type != whole ||
				  !check_is_element(type_of(node, 2), whole, 0))
		return complain(check, node, "the element has another type");
	return true;
}

static bool ir_check_memory(
	struct ir_checker *check, const struct irf_node *node)
{
	if (node->index >= check->fn->buffer_count)
		return complain(check, node, "there is no buffer @%" PRIu32,
			node->index);
	const struct irf_buffer *buffer = &check->fn->buffer[node->index];
	bool stores = node->op == IRF_STORE;
	if (node->operand_count != buffer->rank + stores)
		return complain(check, node, "it needs %" PRIu32 " places%s",
			buffer->rank, stores ? " and a value" : "");
	for (uint32_t i = 0; i < buffer->rank; i++)
		if (type_of(node, i)->kind != IRF_BITS)
			return complain(check, node, "a place must be bits");
	const struct irf_type *value =
		stores ? type_of(node, buffer->rank) : node->type;
	if (value->kind != IRF_BITS || value->width != buffer->width)
		return complain(check, node,
			"elements of the buffer are i%" PRIu32, buffer->width);
	if (stores && (node->type->kind != IRF_TUPLE || node->type->count))
		return complain(check, node, "the result must be {}");
	return true;
}

static bool check_region(struct ir_checker *check,
	const struct irf_region *region, bool has_params);

static void check_forget(
	struct ir_checker *check, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++)
		check->is_seen[region->node[i]->id] = false;
}

static bool ir_check_function(
	struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_region *region = node->region[0];
	uint32_t outer = check->first;

	check->first = node->id;
	bool is_valid = check_region(check, region, true);
	check->first = outer;
	if (!is_valid)
		return false;
	check_forget(check, region);
	return region->result->type == node->type ||
	       complain(check, node, "the result has another type");
}

static bool ir_check_call(struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_node *callee =
		node->operand_count ? node->operand[0] : NULL;

	if (!callee || callee->op != IRF_FUNCTION)
		return complain(check, node, "operand 0 is not a function");
	if (callee->type != node->type)
		return complain(check, node, "the result has another type");
	if (ir_params(callee->region[0]) != node->operand_count - 1)
		return complain(check, node,
			"the function has %" PRIu32 " parameters",
			ir_params(callee->region[0]));
	for (uint32_t i = 1; i < node->operand_count; i++)
		if (callee->region[0]->node[i - 1]->type != type_of(node, i))
			return complain(check, node,
				"operand %" PRIu32 " has another type", i);
	return true;
}

/* Does SWITCH have other numbers for its cases? */
static bool check_cases(struct ir_checker *check, const struct irf_node *node)
{
	uint32_t cases = ir_regions(node) - 1, words = type_of(node, 0)->words;

	if (type_of(node, 0)->kind != IRF_BITS)
		return complain(check, node, "operand 0 must be bits");
	for (uint32_t i = 1; i < cases; i++)
		for (uint32_t j = 0; j < i; j++)
			if (!memcmp(node->words + i * words,
				    node->words + j * words,
				    words * sizeof *node->words))
				return complain(
					check, node, "two cases are the same");
	return true;
}

static bool check_loop(struct ir_checker *check, const struct irf_node *node)
{
	if (node->operand_count < 1 || node->operand_count > 2 ||
		type_of(node, 0) != node->type)
		return complain(check, node, "operand 0 has another type");
	if (node->operand_count == 2 && type_of(node, 1)->kind != IRF_BITS)
		return complain(check, node, "how often must be bits");
	if (node->region[1] && node->loop >= IRF_PARALLEL)
		return complain(check, node, "it cannot end early");
	for (int i = 0; i < IRF_REGIONS_MAX && node->region[i]; i++) {
		const struct irf_region *region = node->region[i];
		if (region->count < 2 || region->node[0]->op != IRF_INDEX ||
			region->node[1]->op != IRF_CARRY ||
			region->node[1]->type != node->type)
			return complain(check, node,
				"it must begin with index and carry");
	}
	return true;
}

static bool ir_check_parts(
	struct ir_checker *check, const struct irf_node *node)
{
	bool is_loop = node->op == IRF_LOOP;

	if (is_loop			 ? !check_loop(check, node)
		: node->op == IRF_SWITCH ? !check_cases(check, node)
					 : !is_bit(type_of(node, 0)))
		return node->op == IRF_IF &&
		       complain(check, node, "operand 0 has another type");
	for (uint32_t i = 0; i < ir_regions(node); i++) {
		const struct irf_region *region = node->region[i];
		if (!check_region(check, region, false))
			return false;
		if (is_loop && i ? !is_bit(region->result->type)
				 : region->result->type != node->type)
			return complain(
				check, node, "a result has another type");
		check_forget(check, region);
	}
	return true;
}

static bool check_select(struct ir_checker *check, const struct irf_node *node)
{
	const struct irf_type *by = type_of(node, 0);
	bool is_by_element = node->type->kind == IRF_VECTOR &&
			     is_like(by, node->type) && by->width == 1;

	if (!(is_bit(by) || is_by_element) || type_of(node, 1) != node->type ||
		type_of(node, 2) != node->type)
		return complain(check, node,
			"it needs i1 and two operands of its type");
	return true;
}

static bool check_node(struct ir_checker *check, const struct irf_node *node)
{
	switch (node->op) {
	case IRF_PARAM:
	case IRF_CONST:
	case IRF_CARRY:
	case IRF_POISON:
	case IRF_UNDEF:
		return true;
	case IRF_FREEZE:
		return type_of(node, 0) == node->type ||
		       complain(check, node, "the result has another type");
	case IRF_INDEX:
		return node->type->kind == IRF_BITS ||
		       complain(check, node, "it must be bits");
	case IRF_SELECT:
		return check_select(check, node);
	case IRF_ZEXT:
	case IRF_SEXT:
	case IRF_SLICE:
	case IRF_CONCAT:
		return check_width(check, node);
	case IRF_MAKE:
	case IRF_FIELD:
	case IRF_GET:
	case IRF_SET:
		return check_composed(check, node);
	case IRF_LOAD:
	case IRF_STORE:
		return ir_check_memory(check, node);
	case IRF_LOOP:
	case IRF_IF:
	case IRF_SWITCH:
		return ir_check_parts(check, node);
	case IRF_FUNCTION:
		return ir_check_function(check, node);
	case IRF_CALL:
		return ir_check_call(check, node);
	default:
		return ir_is_float(node->op) ? check_float(check, node)
					     : check_number(check, node);
	}
}

/* May OTHER be operand AT of NODE, or of whatever has it as a result if that is NULL? */
static bool check_is_known(const struct ir_checker *check,
	const struct irf_node *node, uint32_t at, const struct irf_node *other)
{
	bool is_callee = node && node->op == IRF_CALL && at == 0;

	return check->is_seen[other->id] &&
	       (is_callee || (other->op != IRF_FUNCTION &&
				     other->id >= check->first));
}

static bool check_region(struct ir_checker *check,
	const struct irf_region *region, bool has_params)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		for (uint32_t j = 0; j < node->operand_count; j++)
			if (!check_is_known(check, node, j, node->operand[j]))
				return complain(check, node,
					"operand %" PRIu32 " is not known here",
					j);
		if (node->op == IRF_PARAM && (!has_params || node->index != i))
			return complain(check, node, "it is not the first");
		if (node->flags & ~ir_flags_of(node->op))
			return complain(
				check, node, "it does not have this flag");
		if (!check_node(check, node))
			return false;
		check->is_seen[node->id] = true;
	}
	if (!region->result ||
		!check_is_known(check, NULL, 0, region->result)) {
		snprintf(check->why, check->size,
			"the result of a block is not known there");
		return false;
	}
	return true;
}

bool ir_check(const struct irf_fn *fn, char *why, size_t size)
{
	struct ir_checker check = {
		fn, calloc(fn->node_count + 1, sizeof(bool)), 0, why, size};
	bool is_valid = check.is_seen && check_region(&check, &fn->body, true);

	free(check.is_seen);
	return is_valid;
}
