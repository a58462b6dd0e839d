/* SPDX-License-Identifier: MIT
 * Reads the text that print.c writes. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPERANDS 4096
#define NESTING	 64

struct ir_parser {
	const char *at;
	unsigned line;
	struct ir_fn *fn;
	char *why;
	size_t size;
	const struct irf_node *node[IR_NODES]; /* by the number in the text */
	unsigned depth;
	jmp_buf end;
};

__attribute__((noreturn, format(printf, 2, 3))) static void parse_refuse(
	struct ir_parser *parser, const char *format, ...)
{
	va_list arguments;
	int head =
		snprintf(parser->why, parser->size, "line %u: ", parser->line);

	va_start(arguments, format);
	if (head > 0 && (size_t)head < parser->size)
		vsnprintf(parser->why + head, parser->size - (size_t)head,
			format, arguments);
	va_end(arguments);
	longjmp(parser->end, 1);
}

/* ---- words ---- */

static void skip_space(struct ir_parser *parser)
{
	for (; isspace((unsigned char)*parser->at); parser->at++)
		parser->line += *parser->at == '\n';
}

static bool accept(struct ir_parser *parser, const char *word)
{
	size_t length = strlen(word);

	skip_space(parser);
	if (strncmp(parser->at, word, length) != 0 ||
		(isalpha((unsigned char)*word) &&
			isalnum((unsigned char)parser->at[length])))
		return false;
	parser->at += length;
	return true;
}

static void expect(struct ir_parser *parser, const char *word)
{
	if (!accept(parser, word))
		parse_refuse(parser, "\"%s\" is missing before \"%.12s\"", word,
			parser->at);
}

static uint32_t parse_read_number(
	struct ir_parser *parser, uint32_t least, uint32_t most)
{
	char *end;

	skip_space(parser);
	if (!isdigit((unsigned char)*parser->at))
		parse_refuse(parser, "a number is missing before \"%.12s\"",
			parser->at);
	unsigned long long value = strtoull(parser->at, &end, 10);
	if (value < least || value > most)
		parse_refuse(parser,
			"%.*s is not between %" PRIu32 " and %" PRIu32,
			(int)(end - parser->at), parser->at, least, most);
	parser->at = end;
	return (uint32_t)value;
}

/* ---- types and values ---- */

static const struct irf_type *parse_read_type(struct ir_parser *parser);

static const struct irf_type *read_tuple(struct ir_parser *parser)
{
	const struct irf_type *element[OPERANDS];
	uint32_t count = 0;

	while (!accept(parser, "}")) {
		if (count)
			expect(parser, ",");
		if (count == OPERANDS)
			parse_refuse(parser, "a tuple is too long");
		element[count++] = parse_read_type(parser);
	}
	return ir_composed(parser->fn, IRF_TUPLE, element, count);
}

static const struct irf_type *parse_read_type(struct ir_parser *parser)
{
	const struct irf_type *type = NULL;

	if (++parser->depth > NESTING)
		parse_refuse(parser, "types are nested too deeply");
	if (accept(parser, "<")) {
		uint32_t count = parse_read_number(parser, 1, IR_TYPE_WORDS);
		expect(parser, "x");
		const struct irf_type *element = parse_read_type(parser);
		expect(parser, ">");
		if (element->kind != IRF_BITS)
			parse_refuse(parser, "elements of a vector are bits");
		if (count * element->words <= IR_TYPE_WORDS)
			type = ir_vector(parser->fn, element->width, count);
	} else if (accept(parser, "[")) {
		uint32_t count = parse_read_number(parser, 1, IR_TYPE_WORDS);
		expect(parser, "x");
		const struct irf_type *element = parse_read_type(parser);
		expect(parser, "]");
		type = ir_composed(parser->fn, IRF_ARRAY, &element, count);
	} else if (accept(parser, "{")) {
		type = read_tuple(parser);
	} else {
		skip_space(parser);
		if (*parser->at != 'i')
			parse_refuse(parser,
				"a type is missing before \"%.12s\"",
				parser->at);
		parser->at++;
		type = ir_bits(parser->fn,
			parse_read_number(parser, 1, IRF_WIDTH_MAX));
	}
	if (!type)
		parse_refuse(parser, "values of a type are too large");
	parser->depth--;
	return type;
}

static void parse_read_hex(
	struct ir_parser *parser, uint64_t *words, uint32_t width)
{
	size_t digits;

	expect(parser, "0x");
	digits = strspn(parser->at, "0123456789abcdefABCDEF");
	if (!digits)
		parse_refuse(parser, "a number is missing after 0x");
	memset(words, 0, ir_words(width) * sizeof *words);
	for (size_t i = 0; i < digits; i++) {
		char digit[2] = {parser->at[digits - 1 - i], '\0'};
		uint64_t value = strtoull(digit, NULL, 16);
		for (size_t bit = 4 * i; value; bit++, value >>= 1) {
			if (value & 1 && bit >= width)
				parse_refuse(parser,
					"0x%.*s is wider than i%" PRIu32,
					(int)digits, parser->at, width);
			if (value & 1)
				words[bit / 64] |= 1ull << bit % 64;
		}
	}
	parser->at += digits;
}

static void parse_read_value(
	struct ir_parser *parser, const struct irf_type *type, uint64_t *words)
{
	if (type->kind == IRF_BITS) {
		parse_read_hex(parser, words, type->width);
		return;
	}
	expect(parser, "{");
	for (uint32_t i = 0; i < type->count; i++) {
		uint64_t *part = words + ir_element_offset(type, i);
		if (i)
			expect(parser, ",");
		if (type->kind == IRF_VECTOR)
			parse_read_hex(parser, part, type->width);
		else
			parse_read_value(parser,
				type->element[type->kind == IRF_ARRAY ? 0 : i],
				part);
	}
	expect(parser, "}");
}

/* ---- nodes ---- */

static const struct irf_node *read_operand(struct ir_parser *parser)
{
	expect(parser, "%");
	uint32_t at = parse_read_number(parser, 0, IR_NODES - 1);

	if (!parser->node[at])
		parse_refuse(parser, "%%%" PRIu32 " is not known here", at);
	return parser->node[at];
}

static enum irf_op read_op(struct ir_parser *parser)
{
	unsigned op = 0;

	skip_space(parser);
	size_t length = strspn(parser->at, "abcdefghijklmnopqrstuvwxyz");
	while (op < IRF_NOPS &&
		(strlen(irf_op_name(op)) != length ||
			memcmp(irf_op_name(op), parser->at, length)))
		op++;
	if (op == IRF_NOPS)
		parse_refuse(parser, "there is no operation \"%.*s\"",
			(int)length, parser->at);
	parser->at += length;
	return op;
}

/* Text of a block, up to its result. Returns NULL at the end of the body. */
static const struct irf_node *read_statements(struct ir_parser *parser);

static const struct irf_region *read_region(struct ir_parser *parser)
{
	const struct irf_node *known[IR_NODES];
	struct ir_block block;

	if (++parser->depth > NESTING)
		parse_refuse(parser, "blocks are nested too deeply");
	expect(parser, "{");
	memcpy(known, parser->node, sizeof known);
	ir_open(parser->fn, &block);
	const struct irf_node *result = read_statements(parser);
	expect(parser, "}");
	memcpy(parser->node, known, sizeof known);
	parser->depth--;
	return ir_close(parser->fn, &block, result);
}

static void read_cases(struct ir_parser *parser, struct irf_node *node)
{
	const struct irf_type *type = node->operand[0]->type;
	uint64_t words[(IRF_REGIONS_MAX - 1) * IRF_WORDS_MAX];
	uint32_t count = 0;

	if (type->kind != IRF_BITS)
		parse_refuse(parser, "a switch needs bits");
	node->region[0] = read_region(parser);
	while (accept(parser, "case")) {
		if (count == IRF_REGIONS_MAX - 1)
			parse_refuse(parser, "more than %d cases",
				IRF_REGIONS_MAX - 1);
		parse_read_hex(
			parser, words + count * type->words, type->width);
		node->region[++count] = read_region(parser);
	}
	node->words = ir_copy_words(parser->fn, words, count * type->words);
}

static void read_parts(struct ir_parser *parser, struct irf_node *node)
{
	if (node->op == IRF_IF) {
		node->region[0] = read_region(parser);
		expect(parser, "else");
		node->region[1] = read_region(parser);
		return;
	}
	if (node->op == IRF_SWITCH) {
		read_cases(parser, node);
		return;
	}
	if (node->op == IRF_FUNCTION) {
		node->region[0] = read_region(parser);
		return;
	}
	while (node->loop < IRF_NLOOPS &&
		!accept(parser, irf_loop_name(node->loop)))
		node->loop++;
	if (node->loop == IRF_NLOOPS)
		parse_refuse(parser, "there is no kind of loop \"%.12s\"",
			parser->at);
	expect(parser, "trips");
	node->trips = parse_read_number(parser, 0, 65535);
	expect(parser, "factor");
	node->factor = parse_read_number(parser, 0, 65535);
	node->region[0] = read_region(parser);
	if (accept(parser, "until"))
		node->region[1] = read_region(parser);
}

static uint32_t read_operands(
	struct ir_parser *parser, const struct irf_node **operand)
{
	uint32_t count = 0;

	/* They end with their line. */
	for (;;) {
		parser->at += strspn(parser->at, " \t");
		if (*parser->at != '%')
			break;
		if (count == OPERANDS)
			parse_refuse(parser, "there are too many operands");
		operand[count++] = read_operand(parser);
		parser->at += strspn(parser->at, " \t");
		if (*parser->at != ',')
			break;
		parser->at++;
	}
	return count;
}

static void check_count(
	struct ir_parser *parser, enum irf_op op, uint32_t count)
{
	static const signed char wanted[] = {
#define IRF_OP(name, text, operands) operands,
		IRF_OPS(IRF_OP)
#undef IRF_OP
	};

	if (wanted[op] >= 0 && count != (uint32_t)wanted[op])
		parse_refuse(parser, "%s has %d operands, not %" PRIu32,
			irf_op_name(op), wanted[op], count);
}

static void add_param(struct ir_parser *parser, struct irf_node *node)
{
	const struct ir_block *block = parser->fn->block;
	uint32_t at = block->count - 1;

	if (at == IR_PARAMS)
		parse_refuse(parser, "more than %d parameters", IR_PARAMS);
	if (at && block->node[at - 1]->op != IRF_PARAM)
		parse_refuse(
			parser, "a parameter comes after other operations");
	node->index = at;
	if (block->outer)
		return;
	parser->fn->params[at] = node;
	parser->fn->fn.param_count = at + 1;
}

static void read_statement(struct ir_parser *parser)
{
	const struct irf_node *operand[OPERANDS];
	uint32_t number = parse_read_number(parser, 0, IR_NODES - 1), index = 0;

	expect(parser, "=");
	enum irf_op op = read_op(parser);
	unsigned flags = 0;
	for (unsigned i = 0; i < IR_FLAG_NAMES; i++)
		if (accept(parser, ir_flag_name[i]))
			flags |= 1u << i;
	const struct irf_type *type = parse_read_type(parser);
	if (op == IRF_LOAD || op == IRF_STORE)
		expect(parser, "@");
	if (op == IRF_LOAD || op == IRF_STORE || op == IRF_SLICE ||
		op == IRF_FIELD || op == IRF_FCMP)
		index = parse_read_number(
			parser, 0, op == IRF_FCMP ? IR_ORDERS - 1 : 65535);
	uint32_t count = read_operands(parser, operand);
	check_count(parser, op, count);
	if (parser->fn->fn.node_count == IR_NODES)
		parse_refuse(parser, "more than %d operations", IR_NODES);
	struct irf_node *node = ir_add(parser->fn, op, type, operand, count);
	node->index = index;
	node->flags = flags;
	if (op == IRF_PARAM)
		add_param(parser, node);
	if (op == IRF_CONST) {
		uint64_t *words =
			ir_alloc(parser->fn, sizeof *words * (type->words + 1));
		parse_read_value(parser, type, words);
		node->words = words;
	}
	if (op == IRF_LOOP || op == IRF_IF || op == IRF_SWITCH ||
		op == IRF_FUNCTION)
		read_parts(parser, node);
	parser->node[number] = node;
}

static const struct irf_node *read_statements(struct ir_parser *parser)
{
	while (!accept(parser, "result")) {
		expect(parser, "%");
		read_statement(parser);
	}
	return read_operand(parser);
}

static void read_buffer(struct ir_parser *parser)
{
	struct irf_fn *fn = &parser->fn->fn;
	struct irf_buffer *buffer = &parser->fn->buffers[fn->buffer_count];

	expect(parser, "@");
	if (parse_read_number(parser, 0, 65535) != fn->buffer_count)
		parse_refuse(parser, "buffers are numbered 0, 1, 2...");
	if (fn->buffer_count++ == IR_BUFFERS)
		parse_refuse(parser, "more than %d buffers", IR_BUFFERS);
	buffer->size = 1;
	skip_space(parser);
	for (; *parser->at != 'i'; skip_space(parser)) {
		if (buffer->rank == IRF_RANK_MAX)
			parse_refuse(parser, "more than %d dimensions",
				IRF_RANK_MAX);
		uint32_t length = parse_read_number(parser, 1, 256);
		buffer->shape[buffer->rank++] = length;
		buffer->size *= length;
		expect(parser, "x");
	}
	parser->at++;
	if (!buffer->rank)
		parse_refuse(parser, "a buffer needs a dimension");
	buffer->width = parse_read_number(parser, 1, IRF_WIDTH_MAX);
	buffer->is_local = accept(parser, "local");
}

static void parse_read_function(struct ir_parser *parser)
{
	struct ir_block block;

	ir_open(parser->fn, &block);
	while (accept(parser, "buffer"))
		read_buffer(parser);
	const struct irf_node *result = read_statements(parser);
	skip_space(parser);
	if (*parser->at)
		parse_refuse(
			parser, "\"%.12s\" found after the result", parser->at);
	ir_finish(parser->fn, &block, result);
}

static bool parse_try_function(struct ir_parser *parser)
{
	if (setjmp(parser->end))
		return false;
	parse_read_function(parser);
	return ir_check(&parser->fn->fn, parser->why, parser->size);
}

struct irf_fn *irf_parse(const char *text, char *why, size_t size)
{
	struct ir_parser *parser = calloc(1, sizeof *parser);

	if (!parser)
		abort();
	parser->at = text;
	parser->line = 1;
	parser->fn = ir_new();
	parser->why = why;
	parser->size = size;
	struct irf_fn *fn = &parser->fn->fn;
	if (!parse_try_function(parser)) {
		irf_free(fn);
		fn = NULL;
	}
	free(parser);
	return fn;
}
