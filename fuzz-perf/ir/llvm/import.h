/* SPDX-License-Identifier: MIT
 * Functions of LLVM IR become functions of the portable IR: shared by the parts of the
 * importer. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_IMPORT_H
#define RETREAD_FUZZ_PERF_IR_LLVM_IMPORT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <setjmp.h>

#include "fuzz-perf/ir/grammar.h"

#define IMPORT_BLOCKS_MAX 256
#define IMPORT_LANES_MAX  64 /* of a vector that is taken apart */

typedef const struct irf_node node_t;
typedef const struct irf_type type_t;

struct importer {
	struct ir_fn *to;
	LLVMTargetDataRef layout;
	LLVMValueRef function;
	struct {
		LLVMValueRef value;
		node_t *node;
	} known[IR_NODES];
	size_t known_count;
	/* Whose memory each buffer is: an argument's, a variable's; NULL: that of all other
	 * addresses; the function's: what is given away. */
	LLVMValueRef owner[IR_BUFFERS];
	LLVMBasicBlockRef
		block[IMPORT_BLOCKS_MAX]; /* before those it leads to */
	LLVMBasicBlockRef seen[IMPORT_BLOCKS_MAX];
	unsigned seen_count;
	node_t *taken[IMPORT_BLOCKS_MAX]; /* whether the block is run */
	unsigned block_count;
	unsigned at; /* the block that is imported */
	/* Branches are branches; else they are selects between what all blocks compute. */
	bool has_branches;
	unsigned join[IMPORT_BLOCKS_MAX]; /* where all ways from it meet */
	/* The first block of the innermost loop that a block is in, and for a first block the
	 * same of the loop around that, and where it leads to; none: the number of blocks. */
	unsigned loop_of[IMPORT_BLOCKS_MAX];
	unsigned outer[IMPORT_BLOCKS_MAX];
	unsigned leaves[IMPORT_BLOCKS_MAX];
	struct import_loop *loop; /* that is open */
	unsigned depth;
	unsigned copies; /* of blocks */
	node_t *result;
	bool is_called; /* it becomes a function that another one calls */
	struct {
		LLVMValueRef function;
		node_t *node; /* NULL: it cannot be one */
	} callee[IR_FUNCTIONS];
	unsigned callee_count;
	unsigned given_away;
	unsigned instruction; /* in the function, from 1; 0: its head */
	uint8_t *flag;	      /* enum lane_flags of each instruction */
	char *why;
	size_t size;
	jmp_buf end;
};

/* Why a function is refused that LLVM can make one of which it is not. */
#define IMPORT_SEVERAL_EXITS "a loop leads to several blocks"

/* Ends the import of the function; the text says why. */
__attribute__((noreturn, format(printf, 2, 3))) void import_refuse(
	struct importer *importer, const char *format, ...);

/*--- import.c ---*/

/* The parameters, then all blocks, of the function; its result is there then. */
void import_parameters(struct importer *importer);
void import_blocks(struct importer *importer);

unsigned import_find_block(
	const struct importer *importer, LLVMBasicBlockRef block);
/* All of the block except phis and how it ends. */
void import_instructions(struct importer *importer);
/* HOLDS, NULL: nothing, is true where the block is run. */
void import_assume(struct importer *importer, node_t *holds);

/* Whether what is imported runs only where it ran before: a function that is called from
 * where all blocks are run does not. */
static inline bool import_is_exact(const struct importer *importer)
{
	return !importer->is_called || importer->has_branches;
}

/*--- import_branch.c: branches ---*/

/* All blocks, which are in order; the result is there then. */
void import_branches(struct importer *importer);

/*--- import_call.c: functions of the same file ---*/

/* Functions that FUNCTION calls, and those that they call, as far as they are numbers and
 * have no memory that others see. */
void import_callees(struct importer *importer, LLVMValueRef function);
/* NULL: what CALL calls is not one of these. */
node_t *import_callee_call(struct importer *importer, LLVMValueRef call);

/*--- import_promise.c: numbers of a range, and what is not poison ---*/

/* NODE, what INSTRUCTION is, as far as it promises. */
node_t *import_promises(
	struct importer *importer, LLVMValueRef instruction, node_t *node);
/* Argument AT of CALL. */
node_t *import_argument(
	struct importer *importer, LLVMValueRef call, unsigned at);
/* PARAM, which is parameter AT. */
node_t *import_parameter_promises(
	struct importer *importer, node_t *param, unsigned at);

/*--- import_constant.c: types and constants ---*/

/* An address is a number of 64 bits. */
type_t *import_type(struct importer *importer, LLVMTypeRef type);
/* Refuses a vector of more than IMPORT_LANES_MAX elements. */
void import_check_lanes(struct importer *importer, type_t *type);
/* A vector of TYPE with these elements. */
node_t *import_vector(
	struct importer *importer, type_t *type, node_t *const *lane);
node_t *import_constant(struct importer *importer, LLVMValueRef value);

/*--- import_value.c: values and operations ---*/

void import_remember(
	struct importer *importer, LLVMValueRef value, node_t *node);
/* NULL: it is not known. */
node_t *import_find(struct importer *importer, LLVMValueRef value);
node_t *import_value(struct importer *importer, LLVMValueRef value);
node_t *import_operand(
	struct importer *importer, LLVMValueRef instruction, unsigned at);
node_t *import_add(struct importer *importer, enum irf_op op, type_t *type,
	uint32_t count, node_t *a, node_t *b, node_t *c);
/* VALUE in each element of TYPE. */
node_t *import_number(struct importer *importer, type_t *type, uint64_t value);
/* Element AT of VECTOR. */
node_t *import_lane(struct importer *importer, node_t *vector, unsigned at);
/* The value of INSTRUCTION, which is not a phi and leaves memory alone. */
node_t *import_operation(struct importer *importer, LLVMValueRef instruction);

/*--- import_memory.c: addresses, and what is given to other functions ---*/

/* Whether VALUE, or what it is computed of, is a place in memory: it has no number then
 * until it is used. */
bool import_is_address(LLVMValueRef value);
/* The number that an address, which is computed by INSTRUCTION, is. */
node_t *import_address(struct importer *importer, LLVMValueRef instruction);
node_t *import_load(struct importer *importer, LLVMValueRef instruction);
void import_store(struct importer *importer, LLVMValueRef instruction);
/* Whether CALL fills memory, or copies it. */
bool import_is_copy(LLVMValueRef call);
void import_copy(struct importer *importer, LLVMValueRef call);
/* Memory of a variable of the function begins to exist. */
void import_alloca(struct importer *importer, LLVMValueRef instruction);
/* What CALL gives away is stored, each number where the one before it is not; its
 * result, if it has one, is found there. */
node_t *import_other_call(struct importer *importer, LLVMValueRef call);
const char *import_callee(LLVMValueRef call);

#endif
