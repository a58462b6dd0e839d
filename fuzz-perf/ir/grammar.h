/* SPDX-License-Identifier: MIT
 * How functions are written as bytes: decode.c draws what encode.c writes, in the
 * same order. */
#ifndef RETREAD_FUZZ_PERF_IR_GRAMMAR_H
#define RETREAD_FUZZ_PERF_IR_GRAMMAR_H

#include "fuzz-perf/generate/gen.h"
#include "fuzz-perf/ir/functions.h"

/* What a statement may be: an operation, or one of these. */
enum {
	IR_PICK = IRF_NOPS, /* a value once more; makes no node */
	IR_REPEAT,	    /* an operation once more, maybe turned round */
	IR_IDIOM,	    /* several nodes, as people write them */
	IR_STATEMENTS
};

#define IR_BYTES_MAX	(1u << 19) /* that a function is made of */
#define IR_LIST_MAX	240	   /* statements in a block, at most */
#define IR_BLOCK_MAX	IR_LIST_MAX
#define IR_DEPTH	4  /* of loops, conditionals and functions */
#define IR_FUNCTIONS	16 /* that may be called at one place */
#define IR_ELEMENTS	9  /* of composed types: so many counts, or more */
#define IR_ELEMENTS_MAX 256
#define IR_TYPE_DEPTH	5
#define IR_PLACES	256 /* values back that an operand may be */
#define IR_DIMENSION	16
#define IR_FEW_TRIPS	16
#define IR_MANY_TRIPS	65536
#define IR_FACTORS	17
#define IR_CASES	(IRF_REGIONS_MAX - 1)
#define IR_SMALL	256 /* constants */

/* Flags are drawn of so many, of which the highest ones are flags. */
#define IR_FLAGS_DRAWN 32
#define IR_FLAGS_NONE  25

/* What a function returns: as the profile says, all values, their sum, the last. */
enum ir_combine { IR_AS_SAID, IR_TUPLE_ALL, IR_FOLD, IR_LAST, IR_COMBINES };

/* A width is one of ir_width, one that is below 17, or any. */
enum ir_width_class { IR_WIDTH_USUAL, IR_WIDTH_SMALL, IR_WIDTH_ANY };
extern const unsigned ir_width_weight[3];
#define IR_USUAL_WIDTHS 8
extern const uint16_t ir_usual_width[IR_USUAL_WIDTHS];

/* A number is small, special (see ir_special), or any. */
enum ir_number_class { IR_NUMBER_SMALL, IR_NUMBER_SPECIAL, IR_NUMBER_ANY };
extern const unsigned ir_number_weight[3];
#define IR_SPECIALS	8
#define IR_USUAL_FLOATS 8
extern const double ir_usual_float[IR_USUAL_FLOATS];
void ir_special(uint64_t *to, uint32_t width, unsigned which);

/* An operand is a value of the type, a value that is coerced, a constant, or the operand
 * before it, what that was made of or is used by: an expression often has the same value
 * twice, as where x is compared with what it was limited to. */
enum ir_operand_class {
	IR_OPERAND_SAME,
	IR_OPERAND_COERCED,
	IR_OPERAND_CONST,
	IR_OPERAND_RELATED,
	IR_OPERAND_CLASSES
};
extern const unsigned ir_operand_weight[IR_OPERAND_CLASSES];
#define IR_RELATIVES 8 /* so many are looked at */

/* Kinds of types in the order of irf_kind, DEPTH levels inside of another one; those
 * that FEATURES lack have 0. */
void ir_kind_weights(unsigned features, unsigned depth, unsigned weight[4]);
/* Statements that PROFILE allows. */
void ir_statement_weights(
	const struct irf_profile *profile, unsigned weight[IR_STATEMENTS]);
/* Whether flags are drawn for OP. */
bool ir_has_flags(const struct irf_profile *profile, enum irf_op op);
/* The flags of OP that DRAWN means; what is least means none. */
unsigned ir_flags_drawn(enum irf_op op, unsigned drawn);
/* Has it all operations of idioms? */
bool ir_has_idioms(const struct irf_profile *profile);
struct irf_profile ir_profile(const struct irf_profile *given);

/* Makes the last of COUNT numbers of WIDTH at WORDS one that the others are not; there are
 * more numbers than COUNT, or as many. */
void ir_distinguish(uint64_t *words, uint32_t count, uint32_t width);

/* What is known at a place: values from FIRST to COUNT, and functions. */
struct ir_scope {
	uint32_t first, count, functions;
};

/* Values that operands may be, the last one first. */
struct ir_context {
	struct ir_scope scope;
	const struct irf_node *node[IR_NODES];
	const struct irf_node *function[IR_FUNCTIONS];
};
/* NODE is known from here on; what cannot be an operand, or is one too many, is not. */
void ir_context_add(struct ir_context *context, const struct irf_node *node);
/* A function begins: it knows no values of what is around it. */
static inline void ir_context_enter(struct ir_context *context)
{
	context->scope.first = context->scope.count;
}

/* Which values may be meant: of TYPE if that is given, else of a kind in KINDS (1 <<
 * irf_kind). */
#define IR_NUMBERS   (1u << IRF_BITS | 1u << IRF_VECTOR)
#define IR_SEQUENCES (1u << IRF_VECTOR | 1u << IRF_ARRAY)
#define IR_ANY_KIND  0xfu
uint32_t ir_context_count(const struct ir_context *context,
	const struct irf_type *type, unsigned kinds);
/* The one AT places back among them. */
const struct irf_node *ir_context_at(const struct ir_context *context,
	const struct irf_type *type, unsigned kinds, uint32_t at);
/* The place that DRAWN means among COUNT: what is below COUNT means itself; of the rest
 * half are any place, half one of the last, since values are mostly used soon. */
uint32_t ir_place(unsigned drawn, uint32_t count);

/* Draws a function. */
struct irf_fn *ir_draw(struct gen *g, const struct irf_profile *profile);

#endif
