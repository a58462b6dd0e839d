/* SPDX-License-Identifier: MIT
 * Shared by the parts of libretread-ir. */
#ifndef RETREAD_FUZZ_PERF_IR_FUNCTIONS_H
#define RETREAD_FUZZ_PERF_IR_FUNCTIONS_H

#include "fuzz-perf/ir/ir.h"

#define IR_NODES   4096 /* of a function, with what coercion adds */
#define IR_PARAMS  16
#define IR_BUFFERS 8
#define IR_ORDERS  16 /* sets of orders that FCMP asks for */
#define IR_TYPE_WORDS                                                          \
	4096 /* of a value; larger types are not made                          \
	      */

/* ---- build.c: functions that grow ---- */

/* Nodes that are added, while it is open. */
struct ir_block {
	const struct irf_node **node;
	uint32_t count, capacity;
	struct ir_block *outer;
};

struct ir_fn {
	struct irf_fn fn; /* first: it is given out */
	struct ir_chunk *chunk;
	const struct irf_type **type;
	uint32_t type_count, type_capacity;
	struct ir_block *block; /* the innermost one that is open */
	struct irf_buffer buffers[IR_BUFFERS];
	const struct irf_node *params[IR_PARAMS];
};

struct ir_fn *ir_new(void);
/* Zeroed memory that lives as long as FN. */
void *ir_alloc(struct ir_fn *fn, size_t size);

const struct irf_type *ir_bits(struct ir_fn *fn, uint32_t width);
const struct irf_type *ir_vector(
	struct ir_fn *fn, uint32_t width, uint32_t count);
/* ELEMENT has one type for an array, COUNT of them for a tuple. NULL: values are
 * larger than IR_TYPE_WORDS. */
const struct irf_type *ir_composed(struct ir_fn *fn, enum irf_kind kind,
	const struct irf_type *const *element, uint32_t count);

/* The type of element AT. */
const struct irf_type *ir_element(
	struct ir_fn *fn, const struct irf_type *type, uint32_t at);
/* Words that element AT of a value begins at. */
uint32_t ir_element_offset(const struct irf_type *type, uint32_t at);

/* A node of the open block; its members beside these are set by the caller. */
struct irf_node *ir_add(struct ir_fn *fn, enum irf_op op,
	const struct irf_type *type, const struct irf_node *const *operand,
	uint32_t count);
/* COUNT words that live as long as FN. */
const uint64_t *ir_copy_words(
	struct ir_fn *fn, const uint64_t *words, uint32_t count);
/* NODE, the last one of the open block, is not there any more. */
void ir_take_back(struct ir_fn *fn, const struct irf_node *node);
/* WORDS NULL: zeros. They are copied. */
const struct irf_node *ir_constant(
	struct ir_fn *fn, const struct irf_type *type, const uint64_t *words);

void ir_open(struct ir_fn *fn, struct ir_block *block);
const struct irf_region *ir_close(struct ir_fn *fn, struct ir_block *block,
	const struct irf_node *result);
/* Closes the body: FN is whole. */
struct irf_fn *ir_finish(struct ir_fn *fn, struct ir_block *block,
	const struct irf_node *result);

static inline bool ir_is_number(const struct irf_type *type)
{
	return type->kind == IRF_BITS || type->kind == IRF_VECTOR;
}

/* Regions of NODE. */
static inline uint32_t ir_regions(const struct irf_node *node)
{
	uint32_t count = 0;

	while (count < IRF_REGIONS_MAX && node->region[count])
		count++;
	return count;
}

/* Parameters that REGION, a function's, begins with. */
static inline uint32_t ir_params(const struct irf_region *region)
{
	uint32_t count = 0;

	while (count < region->count && region->node[count]->op == IRF_PARAM)
		count++;
	return count;
}

static inline uint32_t ir_words(uint32_t width)
{
	return (width + 63) / 64;
}

/* Is the result of OP, on numbers, whether something holds? */
static inline bool ir_is_truth(enum irf_op op)
{
	return (op >= IRF_EQ && op <= IRF_SMULO) || op == IRF_FCMP;
}

static inline bool ir_is_float(enum irf_op op)
{
	return op >= IRF_FADD && op <= IRF_FPTRUNC;
}

/* The flags that OP may have. */
static inline unsigned ir_flags_of(enum irf_op op)
{
	switch (op) {
	case IRF_ADD:
	case IRF_SUB:
	case IRF_MUL:
	case IRF_SLICE:
		return IRF_NUW | IRF_NSW;
	case IRF_ZEXT:
		return IRF_NNEG;
	case IRF_SHL:
		return IRF_NUW | IRF_NSW | IRF_INRANGE;
	case IRF_UDIV:
	case IRF_SDIV:
	case IRF_LSHR:
	case IRF_ASHR:
		return IRF_EXACT | IRF_INRANGE;
	case IRF_OR:
		return IRF_DISJOINT;
	case IRF_EQ:
	case IRF_NE:
	case IRF_ULT:
	case IRF_ULE:
	case IRF_SLT:
	case IRF_SLE:
		return IRF_SAMESIGN;
	case IRF_UREM:
	case IRF_SREM:
	case IRF_ABS:
	case IRF_CTLZ:
	case IRF_CTTZ:
		return IRF_INRANGE;
	default:
		return 0;
	}
}

/* The text of flag 1 << I. */
#define IR_FLAG_NAMES 7
extern const char *const ir_flag_name[IR_FLAG_NAMES];

/* ---- promise.c: numbers that do not fit ---- */

/* Does OP (IRF_UADDO and its like) hold of two numbers of WIDTH? */
bool ir_overflows(
	enum irf_op op, uint32_t width, const uint64_t *a, const uint64_t *b);
/* Is a promise among FLAGS of OP broken by two numbers of WIDTH? */
bool ir_is_broken(enum irf_op op, unsigned flags, uint32_t width,
	const uint64_t *const *operand);

/* Does NODE, which changes the width of the element at A, break a promise? */
bool ir_is_cut(const struct irf_node *node, const uint64_t *a);

/* Does OP break IRF_INRANGE? */
bool ir_is_outside(
	enum irf_op op, uint32_t width, const uint64_t *const *operand);

/* ---- float.c: numbers of IEEE 754 ---- */

/* TO = one element of NODE, of one of its operands. Returns false if it is poison. */
bool ir_compute_float(const struct irf_node *node, uint64_t *to,
	const uint64_t *const *operand);
/* Is the number at A of WIDTH none, and does OP not say which one? */
bool ir_is_some_nan(enum irf_op op, uint32_t width, const uint64_t *a);

/* ---- number.c: numbers of WIDTH bits ---- */

/* TO = OP of COUNT operands, which are of WIDTH (CONCAT and what changes a width do
 * not belong here). TO may be one of them. Comparisons write one word. */
void ir_compute(enum irf_op op, uint32_t width, uint64_t *to,
	const uint64_t *const *operand);
void ir_zext(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width);
void ir_sext(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width);
void ir_slice(uint64_t *to, uint32_t to_width, const uint64_t *from,
	uint32_t from_width, uint32_t low);
/* FROM modulo LIMIT, which is not 0. */
uint64_t ir_modulo(const uint64_t *from, uint32_t width, uint64_t limit);
/* FROM, or LIMIT if that is less. */
uint64_t ir_clamp(const uint64_t *from, uint32_t width, uint64_t limit);
/* Clears what is above WIDTH. */
void ir_mask(uint64_t *words, uint32_t width);

/* ---- check.c ---- */

/* Does FN hold to ir.h? If not, WHY, of SIZE bytes, says where. */
bool ir_check(const struct irf_fn *fn, char *why, size_t size);

#endif
