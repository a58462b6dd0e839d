/* SPDX-License-Identifier: MIT
 * Makes the function of a finding small, node by node: what is smallest in bytes
 * still has nodes that nothing needs, since operands are places in a list. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/ir/findings.h"
#include "fuzz-perf/ir/rewrite.h"
#include "lib/memory.h"

#define TRIES_MAX 1500 /* runs */

struct smaller {
	struct ir_findings *findings;
	struct ir_finding *finding;
	struct irf_fn *fn; /* the smallest one so far */
	bool keeps_dead;   /* it has to have nodes that nothing uses */
	bool has_new_sets; /* of arguments, which the parameters of a candidate need */
	uint64_t identity;
	unsigned tries;
};

/* Whether there is room for another try. */
static bool smaller_goes_on(const struct smaller *smaller)
{
	return smaller->tries < TRIES_MAX &&
	       !ir_findings_is_late(smaller->findings);
}

/* Argument sets of INPUT are random ones, of BYTES, which has IR_ARGUMENT_BYTES. */
static void set_arguments(struct parameters *input, uint8_t *bytes)
{
	unsigned at = 1;

	while (at < input->count &&
		strcmp(input->stream[at].name, IR_STREAM_A) != 0)
		at++;
	if (at == PARAMETERS_STREAMS)
		return;
	input->count += at == input->count;
	ir_case_fill_arguments(&input->stream[at], bytes, &input->stream[0]);
}

/* The finding's streams with BYTES as its function, as a file. */
static uint8_t *with_function(const struct smaller *smaller,
	const uint8_t *bytes, size_t length, size_t *size)
{
	const struct ir_finding *finding = smaller->finding;
	uint8_t sets[IR_ARGUMENT_BYTES];
	struct parameters input;

	parameters_read(&input, finding->input, finding->length);
	input.stream[0].bytes = bytes;
	input.stream[0].length = length;
	if (smaller->has_new_sets)
		set_arguments(&input, sets);
	return ir_input_write_dup(&input, size);
}

/* Takes CANDIDATE, or frees it. */
static bool smaller_try_function(
	struct smaller *smaller, struct irf_fn *candidate)
{
	const struct ir_setup *setup = smaller->findings->campaign->setup;
	struct ir_finding *finding = smaller->finding;
	struct ir_verdict verdict;
	struct parameters input;
	uint64_t identity;
	uint8_t *bytes;
	size_t size;

	size_t length = irf_encode(candidate, &setup->profile, &bytes);
	if (!length) {
		irf_free(candidate);
		return false;
	}
	uint8_t *file = with_function(smaller, bytes, length, &size);
	free(bytes);
	parameters_read(&input, file, size);
	smaller->tries++;
	if (!ir_findings_try(smaller->findings, &input, &verdict, &identity) ||
		identity != smaller->identity) {
		irf_free(candidate);
		free(file);
		return false;
	}
	irf_free(smaller->fn);
	smaller->fn = candidate;
	free(finding->input);
	finding->input = file;
	finding->length = size;
	return true;
}

/* Without node ID: its uses mean one of its operands, or 0. */
static bool drop_node(struct smaller *smaller, uint32_t id)
{
	for (int operand = 3; operand >= -1; operand--) {
		struct irf_fn *without = ir_without(smaller->fn, id, operand);
		if (without && !smaller->keeps_dead) {
			struct irf_fn *swept = ir_sweep(without, true);
			irf_free(without);
			without = swept;
		}
		if (!without)
			continue;
		if (without->node_count >= smaller->fn->node_count)
			irf_free(without);
		else if (smaller_try_function(smaller, without))
			return true;
	}
	return false;
}

/* Without a flag of node ID that is not needed. */
static bool drop_flags(struct smaller *smaller, uint32_t id)
{
	bool any = false;

	for (unsigned i = 0; i < IR_FLAG_NAMES; i++) {
		struct irf_fn *without =
			ir_without_flag(smaller->fn, id, 1u << i);
		any |= without && smaller_try_function(smaller, without);
	}
	return any;
}

/* With one region less of node ID, or with one of them in its place. */
static bool drop_regions(struct smaller *smaller, uint32_t id)
{
	for (uint32_t i = 0; i < IRF_REGIONS_MAX; i++) {
		struct irf_fn *one = ir_with_region(smaller->fn, id, i);
		if (one && smaller_try_function(smaller, one))
			return true;
		one = i ? ir_without_region(smaller->fn, id, i) : NULL;
		if (one && smaller_try_function(smaller, one))
			return true;
	}
	return false;
}

/* Takes CANDIDATE, or frees it, if it has fewer nodes when what nothing needs is gone. */
static bool smaller_try_swept(struct smaller *smaller, struct irf_fn *candidate)
{
	struct irf_fn *swept = candidate ? ir_sweep(candidate, true) : NULL;

	irf_free(candidate);
	if (swept && swept->node_count < smaller->fn->node_count)
		return smaller_try_function(smaller, swept);
	irf_free(swept);
	return false;
}

/* With function ID in the place of its call, or with one parameter less. */
static bool drop_calls(struct smaller *smaller, uint32_t id)
{
	for (uint32_t i = 0; i < IR_PARAMS; i++) {
		struct irf_fn *one = ir_without_param(smaller->fn, id, i);
		if (one && smaller_try_function(smaller, one))
			return true;
	}
	return smaller_try_swept(smaller, ir_inline(smaller->fn, id));
}

/* Elements of the vector that NODE is; 0: it is none. */
static uint32_t vector_count(const struct irf_node *node)
{
	return node->type->kind == IRF_VECTOR ? node->type->count : 0;
}

/* Vectors as long as that of node ID are half as long, again and again. */
static bool shorten_vectors(struct smaller *smaller, uint32_t id)
{
	bool any = false;

	for (;;) {
		const struct irf_region *body = &smaller->fn->body;
		uint32_t count = 0;
		for (uint32_t i = 0; i < body->count; i++)
			if (body->node[i]->id == id)
				count = vector_count(body->node[i]);
		struct irf_fn *shorter = ir_halve_vectors(smaller->fn, count);
		if (!shorter || !smaller_try_function(smaller, shorter))
			return any;
		any = true;
	}
}

/* Node ID, however it is computed, is a parameter, or made of one: some bugs need that it
 * is computed. */
static bool give_node(struct smaller *smaller, uint32_t id, enum ir_form form)
{
	struct irf_fn *with = ir_with_param(smaller->fn, id, form);
	struct irf_fn *swept = with ? ir_sweep(with, false) : NULL;
	bool is_taken = false;

	irf_free(with);
	smaller->has_new_sets = true;
	if (swept)
		is_taken = smaller_try_function(smaller, swept);
	smaller->has_new_sets = false;
	return is_taken;
}

/* Node ID is 0, or ones, however it is computed. */
static bool fix_node(struct smaller *smaller, uint32_t id)
{
	for (int ones = 0; ones < 2; ones++) {
		struct irf_fn *with = ir_with_constant(smaller->fn, id, ones);
		struct irf_fn *swept = with ? ir_sweep(with, true) : NULL;

		irf_free(with);
		if (swept && smaller_try_function(smaller, swept))
			return true;
	}
	return false;
}

/* What computes operands of that at fault differs from finding to finding. */
static bool give_nodes(struct smaller *smaller)
{
	bool any = false;

	if (smaller->keeps_dead)
		return false;
	for (uint32_t id = 0;
		id < smaller->fn->node_count && smaller_goes_on(smaller); id++)
		any |= give_node(smaller, id, IR_FORM_PLAIN) ||
		       fix_node(smaller, id) ||
		       give_node(smaller, id, IR_FORM_NOT) ||
		       give_node(smaller, id, IR_FORM_SUM);
	return any;
}

/* Where an operand has to be computed, it mostly does not matter how, and a sum is how it is
 * said of all. */
static bool sum_nodes(struct smaller *smaller)
{
	bool any = false;

	for (uint32_t id = 0;
		id < smaller->fn->node_count && smaller_goes_on(smaller);
		id++) {
		struct irf_fn *with = ir_with_sum(smaller->fn, id);
		any |= with && smaller_try_function(smaller, with);
	}
	return any;
}

void ir_finding_shrink_nodes(struct ir_findings *findings,
	struct ir_finding *finding, uint64_t identity)
{
	struct smaller smaller = {.findings = findings,
		.finding = finding,
		.fn = finding->case_.fn,
		.identity = identity};
	bool is_smaller = true;

	finding->case_.fn = NULL;
	smaller.keeps_dead =
		!smaller_try_function(&smaller, ir_sweep(smaller.fn, true));
	while (is_smaller && smaller_goes_on(&smaller)) {
		is_smaller = false;
		for (uint32_t id = smaller.fn->node_count;
			id-- > 0 && smaller_goes_on(&smaller);)
			if (id < smaller.fn->node_count)
				is_smaller |= drop_node(&smaller, id) ||
					      drop_regions(&smaller, id) ||
					      drop_calls(&smaller, id) ||
					      drop_flags(&smaller, id) ||
					      shorten_vectors(&smaller, id);
		if (!is_smaller)
			is_smaller =
				give_nodes(&smaller) || sum_nodes(&smaller);
	}
	irf_free(smaller.fn);
}
