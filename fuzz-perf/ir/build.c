/* SPDX-License-Identifier: MIT
 * Functions of the portable IR while they are made, and the walk over them. */
#include "config.h"

#include "fuzz-perf/ir/functions.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 32768

struct ir_chunk {
	struct ir_chunk *next;
	size_t used, size;
	_Alignas(16) unsigned char bytes[];
};

static const char *const op_name[] = {
#define IRF_OP(name, text, operands) [IRF_##name] = text,
	IRF_OPS(IRF_OP)
#undef IRF_OP
};

const char *irf_op_name(enum irf_op op)
{
	return op_name[op];
}

const char *irf_loop_name(enum irf_loop_kind loop)
{
	static const char *const name[IRF_NLOOPS] = {
		"serial", "unrolled", "vectorised", "parallel", "threads"};

	return name[loop];
}

/* ---- memory ---- */

static struct ir_chunk *chunk_new(size_t size)
{
	struct ir_chunk *chunk = calloc(1, sizeof *chunk + size);

	if (!chunk)
		abort();
	chunk->size = size;
	return chunk;
}

void *ir_alloc(struct ir_fn *fn, size_t size)
{
	struct ir_chunk *chunk = fn->chunk;

	size = (size + 15) & ~(size_t)15;
	if (chunk->size - chunk->used < size) {
		chunk = chunk_new(size > CHUNK_BYTES ? size : CHUNK_BYTES);
		chunk->next = fn->chunk;
		fn->chunk = chunk;
	}
	void *block = chunk->bytes + chunk->used;
	chunk->used += size;
	return block;
}

struct ir_fn *ir_new(void)
{
	struct ir_chunk *chunk = chunk_new(CHUNK_BYTES);
	struct ir_fn *fn = (struct ir_fn *)chunk->bytes;

	chunk->used = (sizeof *fn + 15) & ~(size_t)15;
	fn->chunk = chunk;
	return fn;
}

void irf_free(struct irf_fn *given)
{
	if (!given)
		return;
	struct ir_chunk *chunk = ((struct ir_fn *)given)->chunk, *next;
	/* The function itself is in the last one. */
	for (; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
}

/* A copy of COUNT pointers with room for MORE. */
static void *copy_pointers(
	struct ir_fn *fn, const void *from, uint32_t count, uint32_t more)
{
	void *to = ir_alloc(fn, sizeof(void *) * ((size_t)count + more));

	if (count)
		memcpy(to, from, sizeof(void *) * count);
	return to;
}

/* ---- types ---- */

static const struct irf_type *build_intern(
	struct ir_fn *fn, const struct irf_type *wanted, uint32_t elements)
{
	for (uint32_t i = 0; i < fn->type_count; i++) {
		const struct irf_type *type = fn->type[i];
		if (type->kind == wanted->kind &&
			type->width == wanted->width &&
			type->count == wanted->count &&
			(!elements || !memcmp(type->element, wanted->element,
					      elements * sizeof(void *))))
			return type;
	}
	if (fn->type_count == fn->type_capacity) {
		fn->type = copy_pointers(
			fn, fn->type, fn->type_count, fn->type_count + 8);
		fn->type_capacity = 2 * fn->type_count + 8;
	}
	struct irf_type *type = ir_alloc(fn, sizeof *type);
	*type = *wanted;
	type->element = copy_pointers(fn, wanted->element, elements, 0);
	fn->type[fn->type_count++] = type;
	return type;
}

const struct irf_type *ir_bits(struct ir_fn *fn, uint32_t width)
{
	struct irf_type type = {IRF_BITS, width, 1, NULL, ir_words(width)};

	return build_intern(fn, &type, 0);
}

const struct irf_type *ir_vector(
	struct ir_fn *fn, uint32_t width, uint32_t count)
{
	struct irf_type type = {
		IRF_VECTOR, width, count, NULL, count * ir_words(width)};

	return build_intern(fn, &type, 0);
}

const struct irf_type *ir_composed(struct ir_fn *fn, enum irf_kind kind,
	const struct irf_type *const *element, uint32_t count)
{
	struct irf_type type = {kind, 0, count, element, 0};
	uint64_t words = 0;

	for (uint32_t i = 0; i < count; i++)
		words += element[kind == IRF_ARRAY ? 0 : i]->words;
	if (words > IR_TYPE_WORDS)
		return NULL;
	type.words = (uint32_t)words;
	return build_intern(fn, &type, kind == IRF_ARRAY ? 1 : count);
}

const struct irf_type *ir_element(
	struct ir_fn *fn, const struct irf_type *type, uint32_t at)
{
	return type->kind == IRF_VECTOR	 ? ir_bits(fn, type->width)
	       : type->kind == IRF_ARRAY ? type->element[0]
					 : type->element[at];
}

uint32_t ir_element_offset(const struct irf_type *type, uint32_t at)
{
	uint32_t words = 0;

	if (type->kind != IRF_TUPLE)
		return at * (type->words / type->count);
	for (uint32_t i = 0; i < at; i++)
		words += type->element[i]->words;
	return words;
}

/* ---- nodes ---- */

static void build_append(
	struct ir_fn *fn, struct ir_block *block, const struct irf_node *node)
{
	if (block->count == block->capacity) {
		block->node = copy_pointers(
			fn, block->node, block->count, block->count + 8);
		block->capacity = 2 * block->count + 8;
	}
	block->node[block->count++] = node;
}

struct irf_node *ir_add(struct ir_fn *fn, enum irf_op op,
	const struct irf_type *type, const struct irf_node *const *operand,
	uint32_t count)
{
	struct irf_node *node = ir_alloc(fn, sizeof *node);

	node->op = op;
	node->id = fn->fn.node_count++;
	node->type = type;
	node->operand_count = count;
	node->operand = copy_pointers(fn, operand, count, 0);
	build_append(fn, fn->block, node);
	return node;
}

const uint64_t *ir_copy_words(
	struct ir_fn *fn, const uint64_t *words, uint32_t count)
{
	uint64_t *copy = ir_alloc(fn, sizeof *words * (count + 1));

	if (words)
		memcpy(copy, words, sizeof *words * count);
	return copy;
}

const struct irf_node *ir_constant(
	struct ir_fn *fn, const struct irf_type *type, const uint64_t *words)
{
	struct irf_node *node = ir_add(fn, IRF_CONST, type, NULL, 0);

	node->words = ir_copy_words(fn, words, type->words);
	return node;
}

void ir_take_back(struct ir_fn *fn, const struct irf_node *node)
{
	fn->block->count--;
	fn->fn.node_count = node->id;
}

void ir_open(struct ir_fn *fn, struct ir_block *block)
{
	*block = (struct ir_block){.outer = fn->block};
	fn->block = block;
}

const struct irf_region *ir_close(
	struct ir_fn *fn, struct ir_block *block, const struct irf_node *result)
{
	struct irf_region *region = ir_alloc(fn, sizeof *region);

	fn->block = block->outer;
	*region = (struct irf_region){block->node, block->count, result};
	return region;
}

struct irf_fn *ir_finish(
	struct ir_fn *fn, struct ir_block *block, const struct irf_node *result)
{
	fn->fn.body = *ir_close(fn, block, result);
	fn->fn.buffer = fn->buffers;
	fn->fn.param = fn->params;
	return &fn->fn;
}

/* ---- the walk ---- */

struct build_walk {
	void *arg;
	irf_emit_fn *emit;
	void **value; /* by a node's id */
};

static void *walk_region(
	struct build_walk *walk, const struct irf_region *region);

static bool walk_parts(struct build_walk *walk, const struct irf_node *node,
	void *const *operand)
{
	void *result[IRF_REGIONS_MAX] = {NULL};
	unsigned regions = ir_regions(node);

	if (!walk->emit(
		    walk->arg, node, IRF_OPEN, operand, node->operand_count))
		return false;
	for (unsigned i = 0; i < regions; i++) {
		if (i && !walk->emit(
				 walk->arg, node, IRF_NEXT, &result[i - 1], 1))
			return false;
		result[i] = walk_region(walk, node->region[i]);
		if (!result[i])
			return false;
	}
	walk->value[node->id] =
		walk->emit(walk->arg, node, IRF_CLOSE, result, regions);
	return walk->value[node->id];
}

static bool walk_node(struct build_walk *walk, const struct irf_node *node)
{
	void *few[8], **operand = few;
	bool is_done;

	if (node->operand_count > 8)
		operand = malloc(node->operand_count * sizeof *operand);
	if (!operand)
		return false;
	for (uint32_t i = 0; i < node->operand_count; i++)
		operand[i] = walk->value[node->operand[i]->id];
	if (node->region[0]) {
		is_done = walk_parts(walk, node, operand);
	} else {
		walk->value[node->id] = walk->emit(walk->arg, node, IRF_NODE,
			operand, node->operand_count);
		is_done = walk->value[node->id];
	}
	if (operand != few)
		free(operand);
	return is_done;
}

static void *walk_region(
	struct build_walk *walk, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++)
		if (!walk_node(walk, region->node[i]))
			return NULL;
	return walk->value[region->result->id];
}

void *irf_lower_walk(void *arg, const struct irf_fn *fn, irf_emit_fn *emit)
{
	struct build_walk walk = {
		arg, emit, calloc(fn->node_count + 1, sizeof(void *))};
	void *result = walk.value ? walk_region(&walk, &fn->body) : NULL;

	free(walk.value);
	return result;
}
