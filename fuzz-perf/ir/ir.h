/* SPDX-License-Identifier: MIT
 * Compilers under test: a portable IR that is valid whatever bytes it is made
 * of, what it means, and the table of functions by which a compiler joins.
 *
 * A string of bytes is decoded to a function of the portable IR. A compiler's
 * table lowers it to the compiler's own IR, runs passes on that, and evaluates it
 * before and after; irf_main() makes a whole program of the table. Link with
 * -lretread-ir -lretread-gen -lm.
 *
 * SEMANTICS are total: each operation has a value for all operands. A target
 * whose own operation is partial lowers it with a guard. Numbers are modulo
 * 2^width, signed ones in two's complement. Only with IRF_F_POISON there are values
 * that are none (see POISON below).
 *
 * VALUES are arrays of uint64_t: bits of WIDTH take (WIDTH + 63) / 64 of them, the
 * lowest first, with zeros above WIDTH; vectors, arrays and tuples have their
 * elements one after another; buffers have their elements in row-major order.
 *
 * After the XLS IR fuzzer (context lists, coercion, argument sets) and Tzer
 * (passes that are mutated together with the IR, loops, buffers). */
#ifndef RETREAD_IR_H
#define RETREAD_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IRF_ABI		8
#define IRF_REGIONS_MAX 5 /* of a node */
#define IRF_WIDTH_MAX	1024
#define IRF_WORDS_MAX	(IRF_WIDTH_MAX / 64)
#define IRF_RANK_MAX	3
#define IRF_PASSES_MAX	64 /* in a list */

/*--- types ---*/

enum irf_kind {
	IRF_BITS,
	IRF_VECTOR, /* of bits; operations on bits apply to each element */
	IRF_ARRAY,
	IRF_TUPLE,
};

/* Types of one function are equal if their addresses are. */
struct irf_type {
	enum irf_kind kind;
	uint32_t width; /* of bits, of a vector's elements: 1 .. 1024 */
	uint32_t count; /* elements; at least 1, but a tuple may have none */
	const struct irf_type *const *element; /* an array's one; a tuple's */
	uint32_t words;			       /* uint64_t in a value */
};

/*--- operations ---*/

/* X(NAME, text, operands); -1: their number differs. Where nothing is said
 * operands and result have one type, bits or a vector of bits.
 *
 * PARAM       parameter INDEX; all of them come first in the body, or a FUNCTION's region; any
 *             type
 * CONST       WORDS; any type
 * UDIV        by 0: all ones
 * SDIV        towards 0; by 0: all ones; the least number by -1: itself
 * UREM        by 0: the dividend
 * SREM        with the dividend's sign; by 0: the dividend; by -1: 0
 * SHL LSHR ASHR  by an unsigned amount; of WIDTH and more: 0, or all sign
 * ROTL ROTR   by an amount modulo WIDTH
 * FSHL FSHR   operand 0 above operand 1, shifted by operand 2 modulo WIDTH: the
 *             upper half (fshl), the lower half (fshr)
 * ABS         of the least number: itself
 * UADDSAT ..  the nearest number that WIDTH can hold; USHLSAT and SSHLSAT shift by
 *             WIDTH - 1 at most
 * BSWAP       of a width that is not a multiple of 16: the operand
 * CTPOP CTLZ CTTZ  how many ones; zeros above the highest one; zeros below the
 *             lowest one; of 0 the latter two: WIDTH. Modulo 2^WIDTH
 * EQ .. SMULO the result has width 1 (a vector's: elements of width 1)
 * UADDO ..    whether the sum, difference or product does not fit WIDTH
 * SELECT      operand 0 is bits of width 1, 1 chooses operand 1, 0 operand 2; these
 *             are of the result's type, which is any. If that is a vector, operand 0 may
 *             be one of as many such bits, and chooses element by element
 * ZEXT SEXT   to the result's width, which is larger
 * SLICE       bits INDEX .. INDEX + the result's width - 1
 * CONCAT      bits of any two widths, operand 0 above
 * MAKE        a vector, array or tuple of its elements
 * FIELD       element INDEX of a tuple
 * GET         of operand 0, a vector or array, the element at operand 1, bits;
 *             the last one if that is outside
 * SET         operand 0 with operand 2 at operand 1, found in the same way
 * LOAD STORE  of buffer INDEX, by an operand for each dimension, bits of any width,
 *             modulo the dimension; store has the value as its last operand and an
 *             empty tuple as its result
 * LOOP        TRIPS times, or operand 1, bits, modulo TRIPS + 1. Operand 0, of the
 *             result's type, is carried first; then the result of region 0 is. The
 *             result is what is carried last. With a region 1 it also ends after an
 *             iteration for which that, where CARRY is what is carried on, has 1 as its
 *             result, bits of width 1; independent iterations have none
 * INDEX CARRY only in a loop's regions, of which they are the first nodes: how often it ran before (bits; modulo
 *             2^width), what is carried
 * IF          operand 0 is bits of width 1: 1 runs region 0, 0 region 1; their
 *             results are of the result's type
 * SWITCH      operand 0, bits, is one of WORDS, which differ: region 1 if it is the first
 *             of them, and so on; else region 0. Their results are of the result's type
 * FUNCTION    its region begins with its PARAMs, and uses nothing of what is around it except
 *             FUNCTIONs. Nothing is computed where it stands, and it is an operand of CALL only
 * CALL        the result of operand 0, a FUNCTION of the same type, of which the others are the
 *             PARAMs. It sees memory as CALL does
 * FADD .. FABS  bits of width 32 or 64 as numbers of IEEE 754, rounded to the nearest
 * FCMP        whether one of INDEX holds of two of these: 1, they are equal; 2, the first
 *             is greater; 4, it is less; 8, one is no number. The result has width 1
 * SITOFP .. FPTOUI  from bits of width 64 at most to these, and the reverse, towards 0,
 *             which is poison if it does not fit
 * FPEXT FPTRUNC  from width 32 to 64, and the reverse
 * POISON UNDEF  no number: each element of any type is poison, or undefined, which is
 *             any number, and another one at each use
 * FREEZE      the operand, of any type, in which poison and undefined elements are some
 *             number
 * ASSUME      the operand, of which no element is 0, or behaviour is undefined
 * RANGE       operand 0, if it is one of the numbers from operand 1 on, counting up modulo
 *             2^WIDTH, and below operand 2; else poison. Equal ones stand for all numbers
 * DEFINED     the operand, of which no element is poison or undefined, or behaviour is undefined
 *
 * If FADD .. FDIV, FPEXT or FPTRUNC give no number (NaN), which of them is not defined:
 * FADD .. FPTRUNC except SITOFP and UITOFP may use it, for all others it is as undefined.
 *
 * An operation on numbers of which an element is poison has a poison element. SELECT has
 * poison if operand 0 is, and is else what was chosen; GET and SET of a vector have poison
 * at a place that is. An operation that does not keep the promise of one of its FLAGS has
 * poison. Behaviour is undefined, and a target may do anything, if poison decides what IF
 * or SWITCH runs, how often LOOP does, or which element of an array or a buffer is meant, if it
 * divides, is divided by SDIV that is not in range, or by what has dividends out of range,
 * or is what ASSUME or DEFINED has. */
#define IRF_OPS(X)                                                             \
	X(PARAM, "param", 0)                                                   \
	X(CONST, "const", 0)                                                   \
	X(ADD, "add", 2)                                                       \
	X(SUB, "sub", 2)                                                       \
	X(MUL, "mul", 2)                                                       \
	X(UDIV, "udiv", 2)                                                     \
	X(SDIV, "sdiv", 2)                                                     \
	X(UREM, "urem", 2)                                                     \
	X(SREM, "srem", 2)                                                     \
	X(AND, "and", 2)                                                       \
	X(OR, "or", 2)                                                         \
	X(XOR, "xor", 2)                                                       \
	X(NOT, "not", 1)                                                       \
	X(NEG, "neg", 1)                                                       \
	X(SHL, "shl", 2)                                                       \
	X(LSHR, "lshr", 2)                                                     \
	X(ASHR, "ashr", 2)                                                     \
	X(ROTL, "rotl", 2)                                                     \
	X(ROTR, "rotr", 2)                                                     \
	X(FSHL, "fshl", 3)                                                     \
	X(FSHR, "fshr", 3)                                                     \
	X(UMIN, "umin", 2)                                                     \
	X(UMAX, "umax", 2)                                                     \
	X(SMIN, "smin", 2)                                                     \
	X(SMAX, "smax", 2)                                                     \
	X(ABS, "abs", 1)                                                       \
	X(UADDSAT, "uaddsat", 2)                                               \
	X(SADDSAT, "saddsat", 2)                                               \
	X(USUBSAT, "usubsat", 2)                                               \
	X(SSUBSAT, "ssubsat", 2)                                               \
	X(USHLSAT, "ushlsat", 2)                                               \
	X(SSHLSAT, "sshlsat", 2)                                               \
	X(BSWAP, "bswap", 1)                                                   \
	X(BITREVERSE, "bitreverse", 1)                                         \
	X(CTPOP, "ctpop", 1)                                                   \
	X(CTLZ, "ctlz", 1)                                                     \
	X(CTTZ, "cttz", 1)                                                     \
	X(EQ, "eq", 2)                                                         \
	X(NE, "ne", 2)                                                         \
	X(ULT, "ult", 2)                                                       \
	X(ULE, "ule", 2)                                                       \
	X(SLT, "slt", 2)                                                       \
	X(SLE, "sle", 2)                                                       \
	X(UADDO, "uaddo", 2)                                                   \
	X(SADDO, "saddo", 2)                                                   \
	X(USUBO, "usubo", 2)                                                   \
	X(SSUBO, "ssubo", 2)                                                   \
	X(UMULO, "umulo", 2)                                                   \
	X(SMULO, "smulo", 2)                                                   \
	X(SELECT, "select", 3)                                                 \
	X(ZEXT, "zext", 1)                                                     \
	X(SEXT, "sext", 1)                                                     \
	X(SLICE, "slice", 1)                                                   \
	X(CONCAT, "concat", 2)                                                 \
	X(MAKE, "make", -1)                                                    \
	X(FIELD, "field", 1)                                                   \
	X(GET, "get", 2)                                                       \
	X(SET, "set", 3)                                                       \
	X(LOAD, "load", -1)                                                    \
	X(STORE, "store", -1)                                                  \
	X(LOOP, "loop", -1)                                                    \
	X(INDEX, "index", 0)                                                   \
	X(CARRY, "carry", 0)                                                   \
	X(IF, "if", 1)                                                         \
	X(POISON, "poison", 0)                                                 \
	X(UNDEF, "undef", 0)                                                   \
	X(FREEZE, "freeze", 1)                                                 \
	X(SWITCH, "switch", 1)                                                 \
	X(FADD, "fadd", 2)                                                     \
	X(FSUB, "fsub", 2)                                                     \
	X(FMUL, "fmul", 2)                                                     \
	X(FDIV, "fdiv", 2)                                                     \
	X(FNEG, "fneg", 1)                                                     \
	X(FABS, "fabs", 1)                                                     \
	X(FCMP, "fcmp", 2)                                                     \
	X(SITOFP, "sitofp", 1)                                                 \
	X(UITOFP, "uitofp", 1)                                                 \
	X(FPTOSI, "fptosi", 1)                                                 \
	X(FPTOUI, "fptoui", 1)                                                 \
	X(FPEXT, "fpext", 1)                                                   \
	X(FPTRUNC, "fptrunc", 1)                                               \
	X(FUNCTION, "function", 0)                                             \
	X(CALL, "call", -1)                                                    \
	X(ASSUME, "assume", 1)                                                 \
	X(RANGE, "range", 3)                                                   \
	X(DEFINED, "defined", 1)

enum irf_op {
#define IRF_OP(name, text, operands) IRF_##name,
	IRF_OPS(IRF_OP)
#undef IRF_OP
		IRF_NOPS
};

/* Promises of ADD, SUB, MUL and SHL: the result fits WIDTH as an unsigned number, as a
 * signed one; of UDIV, SDIV, LSHR and ASHR: no rest is left, and no bit lost. A shift by
 * WIDTH and more keeps its promise only if operand 0 is 0. IRF_INRANGE of SHL, LSHR and
 * ASHR: the amount is below WIDTH; of UDIV, SDIV, UREM and SREM: the divisor is not 0, and
 * not -1 with the least number, or behaviour is undefined; of ABS: it is not of the least
 * number; of CTLZ and CTTZ: not of 0. IRF_DISJOINT of OR: no bit is set in both operands;
 * IRF_SAMESIGN of comparisons: both are negative as signed numbers, or both are not. Of
 * SLICE, from INDEX on: extended by zeros (IRF_NUW) or by its sign (IRF_NSW) the result is the
 * operand shifted by INDEX; IRF_NNEG of ZEXT: the operand is not negative as a signed number. */
enum irf_flag {
	IRF_NUW = 1,
	IRF_NSW = 2,
	IRF_EXACT = 4,
	IRF_INRANGE = 8,
	IRF_DISJOINT = 16,
	IRF_SAMESIGN = 32,
	IRF_NNEG = 64,
};

/* How a loop may be run. The first three mean the same. Iterations of the other
 * two are independent: each carries operand 0 at first, the result is that of the
 * last one (operand 0 if there is none), and each has its own part of memory:
 *
 * Memory is seen through a window: LENGTH elements of a buffer from START on. In
 * the body START is 0 and LENGTH the buffer's size. Where indices, modulo their
 * dimensions, lead to element E in row-major order, element START + E modulo LENGTH
 * is meant; if LENGTH is 0 a load gives 0 and a store does nothing. Iteration I of
 * an independent loop has the window of START + I * (LENGTH / TRIPS) and LENGTH /
 * TRIPS. TRIPS is a constant, and so are all LENGTHs. */
enum irf_loop_kind {
	IRF_SERIAL,
	IRF_UNROLLED,	/* FACTOR times; 0: wholly */
	IRF_VECTORISED, /* FACTOR wide */
	IRF_PARALLEL,
	IRF_THREADS, /* by FACTOR virtual threads */
	IRF_NLOOPS
};

struct irf_region;

struct irf_node {
	enum irf_op op;
	uint32_t id; /* below node_count, in the order of execution */
	const struct irf_type *type;
	uint32_t operand_count;
	const struct irf_node *const *operand;
	uint32_t index;
	const uint64_t *words;
	enum irf_loop_kind loop;
	uint32_t trips;	 /* below 2^16 */
	uint32_t factor; /* a hint */
	const struct irf_region
		*region[IRF_REGIONS_MAX]; /* NULL after the last */
	unsigned flags;			  /* 1 or more of irf_flag */
};

/* Nodes in the order of execution. An operand comes earlier in the same region or
 * in one around it (see FUNCTION). A loop's region begins with INDEX and CARRY. */
struct irf_region {
	const struct irf_node *const *node;
	uint32_t count;
	const struct irf_node *result;
};

/* Memory, a tensor if it has several dimensions. */
struct irf_buffer {
	uint32_t width; /* of the elements */
	uint32_t rank;
	uint32_t shape[IRF_RANK_MAX];
	uint32_t size; /* elements */
	bool is_local; /* begins with zeros and is not a result */
};

struct irf_fn {
	uint32_t param_count;
	const struct irf_node *const *param;
	uint32_t buffer_count;
	const struct irf_buffer *buffer;
	struct irf_region body;
	uint32_t node_count;
};

const char *irf_op_name(enum irf_op op);
const char *irf_loop_name(enum irf_loop_kind loop);

/*--- functions of bytes ---*/

/* Parts of the language that a target may lack. */
enum {
	IRF_F_VECTOR = 1,
	IRF_F_ARRAY = 2,
	IRF_F_TUPLE = 4,
	IRF_F_LOOP = 8,
	IRF_F_IF = 16,
	IRF_F_BUFFER = 32,
	IRF_F_TENSOR = 64,  /* buffers of several dimensions */
	IRF_F_THREAD = 128, /* independent loops */
	IRF_F_POISON = 256, /* poison, undefined values, and flags */
	IRF_F_EXIT = 512,   /* loops that end early, and SWITCH with IRF_F_IF */
	IRF_F_SAMESIGN = 1024,
	IRF_F_FLOAT = 2048,
	IRF_F_CALL = 4096, /* functions that are called */
	IRF_F_ALL = 8191,
};

struct irf_profile {
	unsigned max_width; /* 0: 64 */
	unsigned features;
	/* [IRF_NOPS], 0: never; NULL: all alike. What coercion needs (CONST, ZEXT,
	 * SEXT, SLICE, and of composed types MAKE, FIELD, GET) is made anyway. */
	const unsigned char *op_weight;
	unsigned max_nodes; /* that are drawn; 0: 200 */
	/* The result is a tuple of all values, not the last one; needs
	 * IRF_F_TUPLE. */
	bool returns_all;
};

/* Any bytes are a function. To be freed by irf_free(). */
struct irf_fn *irf_decode(
	const uint8_t *bytes, size_t length, const struct irf_profile *profile);
void irf_free(struct irf_fn *fn);

/* Bytes that are decoded to FN with the same PROFILE, to be freed. Returns how many, 0:
 * PROFILE has no such functions, or none that are so large. */
size_t irf_encode(const struct irf_fn *fn, const struct irf_profile *profile,
	uint8_t **bytes);

/* Its text, to be freed. */
char *irf_print(const struct irf_fn *fn);
/* What such a text says. NULL: it says nothing that is valid; WHY, of SIZE bytes, has
 * the line and the reason. */
struct irf_fn *irf_parse(const char *text, char *why, size_t size);

/*--- values ---*/

enum irf_status {
	IRF_OK,
	IRF_UNSUPPORTED, /* this target cannot lower or run it */
	IRF_UB,		 /* it is undefined what it does */
	IRF_FUEL,	 /* it takes too many steps */
	IRF_ERROR,	 /* the target says that something is wrong */
};

/* An argument set: a value for each parameter, contents for each buffer (NULL for
 * local ones). */
struct irf_args {
	const uint64_t *const *param;
	const uint64_t *const *buffer;
	uint64_t fuel; /* steps that may be taken */
	/* Bit I: number I of the parameters, element by element, is poison: only if the function
	 * is one of read_function(). */
	uint64_t poison;
	uint64_t
		undef; /* the same: each use of that number may be another one */
};

#define IRF_SOME 256

/* What a number may be that depends on an undefined one, each use of which may be another number,
 * so that uses of what is made of it differ, too. COUNT numbers are among it, and if IS_ALL it is
 * one of these. If IS_BOUND it is not poison, is from LOW to HIGH, and as a number with a sign from
 * LEAST to MOST. */
struct irf_some {
	uint8_t width; /* 64 at most; 0: nothing is known */
	uint16_t count;
	bool is_all, is_bound;
	uint64_t value[IRF_SOME];
	uint64_t low, high;
	int64_t least, most;
};

/* The result, the contents of buffers (NULL for local ones), and, with 1, the bits
 * of them that may be anything, as undefined and poison ones (of such an element all of
 * its words): these are zeros when a target is called, which may leave them alone. Where a
 * target does not know whether it may be anything, as it depends on an undefined number, the
 * value has ones, too; elsewhere it has zeros. Ones of *_poison, which may be NULL and are zeros
 * when a target is called, are those of these bits that are poison, or may be: the others are
 * of some number. */
struct irf_vals {
	uint64_t *result, *result_any;
	uint64_t *const *buffer;
	uint64_t *const *buffer_any;
	uint64_t *result_poison;
	uint64_t *const *buffer_poison;
	struct irf_some *
		result_some; /* of each word, for what depends on such numbers; NULL */
};

/* Computes what FN means; the *_any of VALS may be NULL, and get ones where there is
 * poison. Returns IRF_OK, IRF_FUEL, IRF_UB, or IRF_UNSUPPORTED: what FN does, other than to compute
 * numbers, depends on an undefined one. STEPS, of nodes that were executed, may be NULL. */
enum irf_status irf_eval(const struct irf_fn *fn, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps);

/*--- a compiler ---*/

enum {
	IRF_PASS_LOWERING = 1, /* may make code slower */
	IRF_PASS_ANALYSIS = 2, /* changes nothing */
	IRF_PASS_UNSTABLE = 4, /* a crash of it is not news */
	IRF_PASS_ONCE = 8,     /* twice may differ from once */
	IRF_PASS_LIST = 16,    /* stands for many, of which one is at fault */
};

struct irf_pass {
	const char *name;
	unsigned flags;
	const char
		*needs; /* passes that must come before it, with commas; NULL */
	unsigned weight; /* 0: 1 */
};

/* Of one run of passes; zeroed before. */
struct irf_log {
	/* Bit i: pass i of the list changed the module. All bits: the target does not
	 * know which ones did. */
	uint64_t changed;
	uint64_t steps; /* the compiler's own work; 0: unknown */
	/* The target has compared the module with what it was, and does not only believe
	 * its passes that they left it alone: then it is not run again. */
	bool is_same;
	char why[256]; /* if the status is not IRF_OK */
};

enum irf_domain {
	IRF_D_SHAPE,  /* of code: any KEY, which is hashed */
	IRF_D_BLOCK,  /* of the compiler, that was run: KEY is below 2^22 */
	IRF_D_REMARK, /* of the compiler: any KEY, which is hashed */
	IRF_NDOMAINS
};
typedef void irf_feature_fn(void *arg, enum irf_domain domain, uint64_t key);

/* What became of a function of a file: FN, which is the caller's of this only while it
 * is called, or NULL and WHY. It, or what of it has no counterpart, is at LINE; 0: that
 * is not known. */
typedef void irf_import_fn(void *arg, const char *name, const struct irf_fn *fn,
	unsigned line, const char *why);

/* T is what open() returned (NULL without it), M what lower() or clone() did.
 * Optional members may be NULL. */
struct irf_target {
	unsigned abi; /* IRF_ABI */
	const char *name, *version;
	unsigned max_width, features;
	const unsigned char *op_weight; /* as in a profile; optional */
	const struct irf_pass *passes;
	size_t npasses;
	/* In place of the two members above, after open(). Optional. */
	const struct irf_pass *(*find_passes)(void *t, size_t *count);
	/* OPTIONS: "", or of the command line. Returns NULL if it cannot, and has
	 * said why on stderr. Optional. */
	void *(*open)(const char *options);
	/* NULL: unsupported. */
	void *(*lower)(void *t, const struct irf_fn *fn);
	/* IRF_ERROR: M is invalid, WHY (SIZE bytes) says how. Optional. */
	enum irf_status (*verify)(void *t, void *m, char *why, size_t size);
	/* Optional: without it functions are lowered again. */
	void *(*clone)(void *t, void *m);
	/* Runs COUNT passes, given by their places in the table, on M. */
	enum irf_status (*run)(void *t, void *m, const unsigned *pass,
		size_t count, struct irf_log *log);
	/* STEPS is deterministic. */
	enum irf_status (*eval)(void *t, void *m, const struct irf_args *args,
		const struct irf_vals *vals, uint64_t *steps);
	/* By native code. INSTRUCTIONS, which may be NULL: how many that took, a number
	 * that is the same each time; left alone if it is not known. Optional. */
	enum irf_status (*exec)(void *t, void *m, const struct irf_args *args,
		const struct irf_vals *vals, uint64_t *instructions);
	/* The same by native code that is made with optimisation. Optional. */
	enum irf_status (*exec_optimised)(void *t, void *m,
		const struct irf_args *args, const struct irf_vals *vals,
		uint64_t *instructions);
	/* Called before a process is forked that runs inputs: what earlier ones have
	 * told of, by shared memory, need not be told again. Optional. */
	void (*renew)(void *t);
	/* Reports on a run of passes that made AFTER of BEFORE. Optional. */
	void (*features_of)(void *t, void *before, void *after,
		irf_feature_fn *emit, void *arg);
	char *(*print)(void *t, void *m); /* to be freed; optional */
	/* A command that shows what COUNT passes do to FILE, which has what print()
	 * returned, and fails if they do; 0: that makes native code of it, with
	 * optimisation if it OPTIMISES. To be freed. Optional. */
	char *(*command)(void *t, const unsigned *pass, size_t count,
		bool optimises, const char *file);
	void (*drop)(void *t, void *m); /* NULL: free() */
	void (*close)(void *t);		/* optional */
	/* Calls EACH for all functions of a file of the compiler's own. Returns NULL, or
	 * why it cannot be read, to be freed. Optional. */
	char *(*import_file)(
		void *t, const char *path, irf_import_fn *each, void *arg);
	/* Of function NAME of such a file, a text that says it as it was written, with all that
	 * it needs, to be freed; NULL: it cannot be evaluated as it is. Optional, and the
	 * next two are there if it is. */
	char *(*write_function)(void *t, const char *path, const char *name);
	/* A function with the parameters and buffers of the one in TEXT, whatever it computes.
	 * NULL: this release cannot read it. */
	struct irf_fn *(*read_function)(void *t, const char *text);
	/* What lower() is for functions of the portable IR. */
	void *(*lower_text)(void *t, const char *text);
};

/* When a node is met: what has regions is OPEN before its region 0, with its own
 * operands, NEXT between two regions, with the first one's result as its operand, and
 * CLOSE at the end, with the results of their regions as operands. INDEX
 * and CARRY belong to the innermost LOOP that is open. All others are NODE. */
enum irf_phase { IRF_NODE, IRF_OPEN, IRF_NEXT, IRF_CLOSE };

/* OPERAND has what EMIT returned for the operands (for LOOP and IF: when they were
 * CLOSE). NULL: unsupported, and the walk ends. */
typedef void *irf_emit_fn(void *arg, const struct irf_node *node,
	enum irf_phase phase, void *const *operand, unsigned count);

/* Calls EMIT for all nodes, operands first. Returns what it returned for the body's
 * result. */
void *irf_lower_walk(void *arg, const struct irf_fn *fn, irf_emit_fn *emit);

/*--- the program ---*/

/* A program that fuzzes TARGET; `--help` lists its parts. Returns its exit code. */
int irf_main(int argc, char **argv, const struct irf_target *target);

/* `retread ir --target FILE.so` calls this function of it. NULL: it cannot run here,
 * and said why on stderr. */
const struct irf_target *irf_module(void);

#ifdef __cplusplus
}
#endif

#endif
