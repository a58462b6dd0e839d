/* SPDX-License-Identifier: MIT
 * Functions of the portable IR as text; parse.c reads it. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void ir_print_type(FILE *out, const struct irf_type *type)
{
	switch (type->kind) {
	case IRF_BITS:
		fprintf(out, "i%" PRIu32, type->width);
		break;
	case IRF_VECTOR:
		fprintf(out, "<%" PRIu32 " x i%" PRIu32 ">", type->count,
			type->width);
		break;
	case IRF_ARRAY:
		fprintf(out, "[%" PRIu32 " x ", type->count);
		ir_print_type(out, type->element[0]);
		fputc(']', out);
		break;
	default:
		fputc('{', out);
		for (uint32_t i = 0; i < type->count; i++) {
			fputs(i ? ", " : "", out);
			ir_print_type(out, type->element[i]);
		}
		fputc('}', out);
	}
}

static void ir_print_number(FILE *out, const uint64_t *words, uint32_t width)
{
	uint32_t at = ir_words(width) - 1;

	while (at && !words[at])
		at--;
	fprintf(out, "0x%" PRIx64, words[at]);
	while (at-- > 0)
		fprintf(out, "%016" PRIx64, words[at]);
}

static void ir_print_value(
	FILE *out, const struct irf_type *type, const uint64_t *words)
{
	if (type->kind == IRF_BITS) {
		ir_print_number(out, words, type->width);
		return;
	}
	fputc('{', out);
	for (uint32_t i = 0; i < type->count; i++) {
		const uint64_t *part = words + ir_element_offset(type, i);
		fputs(i ? ", " : "", out);
		if (type->kind == IRF_VECTOR)
			ir_print_number(out, part, type->width);
		else
			ir_print_value(out,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				part);
	}
	fputc('}', out);
}

static void print_region(
	FILE *out, const struct irf_region *region, unsigned depth);

static void ir_print_parts(
	FILE *out, const struct irf_node *node, unsigned depth)
{
	if (node->op == IRF_LOOP)
		fprintf(out, " %s trips %" PRIu32 " factor %" PRIu32,
			irf_loop_name(node->loop), node->trips, node->factor);
	for (int i = 0; i < IRF_REGIONS_MAX && node->region[i]; i++) {
		if (i && node->op == IRF_SWITCH) {
			uint32_t width = node->operand[0]->type->width;
			fputs(" case ", out);
			ir_print_number(out,
				node->words + (i - 1) * ir_words(width), width);
		} else if (i) {
			fputs(node->op == IRF_LOOP ? " until" : " else", out);
		}
		fputs(" {\n", out);
		print_region(out, node->region[i], depth + 1);
		fprintf(out, "%*s}", (int)(2 * depth), "");
	}
}

const char *const ir_flag_name[IR_FLAG_NAMES] = {
	"nuw", "nsw", "exact", "inrange", "disjoint", "samesign", "nneg"};

static void print_node(FILE *out, const struct irf_node *node, unsigned depth)
{
	fprintf(out, "%*s%%%" PRIu32 " = %s ", (int)(2 * depth), "", node->id,
		irf_op_name(node->op));
	for (unsigned i = 0; i < IR_FLAG_NAMES; i++)
		if (node->flags >> i & 1)
			fprintf(out, "%s ", ir_flag_name[i]);
	ir_print_type(out, node->type);
	if (node->op == IRF_LOAD || node->op == IRF_STORE)
		fprintf(out, " @%" PRIu32, node->index);
	if (node->op == IRF_SLICE || node->op == IRF_FIELD ||
		node->op == IRF_FCMP)
		fprintf(out, " %" PRIu32, node->index);
	for (uint32_t i = 0; i < node->operand_count; i++)
		fprintf(out, "%s %%%" PRIu32, i ? "," : "",
			node->operand[i]->id);
	if (node->op == IRF_CONST) {
		fputc(' ', out);
		ir_print_value(out, node->type, node->words);
	}
	ir_print_parts(out, node, depth);
	fputc('\n', out);
}

static void print_region(
	FILE *out, const struct irf_region *region, unsigned depth)
{
	for (uint32_t i = 0; i < region->count; i++)
		print_node(out, region->node[i], depth);
	fprintf(out, "%*sresult %%%" PRIu32 "\n", (int)(2 * depth), "",
		region->result->id);
}

static void print_buffer(
	FILE *out, const struct irf_buffer *buffer, uint32_t at)
{
	fprintf(out, "buffer @%" PRIu32 " ", at);
	for (uint32_t i = 0; i < buffer->rank; i++)
		fprintf(out, "%" PRIu32 " x ", buffer->shape[i]);
	fprintf(out, "i%" PRIu32 "%s\n", buffer->width,
		buffer->is_local ? " local" : "");
}

char *irf_print(const struct irf_fn *fn)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		abort();
	for (uint32_t i = 0; i < fn->buffer_count; i++)
		print_buffer(out, &fn->buffer[i], i);
	print_region(out, &fn->body, 0);
	fclose(out);
	return text;
}
