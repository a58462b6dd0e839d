/* SPDX-License-Identifier: MIT
 * One run: what is drawn for it, and how it is judged. */
#ifndef RETREAD_FUZZ_PERF_IR_CASE_H
#define RETREAD_FUZZ_PERF_IR_CASE_H

#include "fuzz-perf/generate/gen.h"
#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/ir/functions.h"

#define IR_SETS 256 /* of arguments, at most */
#define IR_TEXT 400
#define IR_PASSES_DRAWN                                                        \
	512 /* of a target's; later ones are only run on demand */
#define IR_STREAM_P "passes"
#define IR_STREAM_A "args"
/* The function in the compiler's own language; and if the other one is not the same */
#define IR_STREAM_W "written"
#define IR_STREAM_O "only written"
/* The passes by their names, as other releases number them otherwise: "llvm-19 gvn,dce" */
#define IR_STREAM_N "named passes"
#define IR_ARGUMENT_BYTES                                                      \
	(8u << 10) /* of an input that is made of a function */

/* How a run ended. The order is that of severity among findings. */
enum ir_class {
	IR_FINE,
	IR_UNLOWERED, /* the target cannot have this function: no finding */
	IR_LOWERING, /* what was lowered does not mean what the function does */
	IR_UNDEFINED,	 /* what was lowered has undefined behaviour */
	IR_INVALID,	 /* a pass left what verify() refuses */
	IR_OUTPUT,	 /* a pass changed what the module computes */
	IR_CODEGEN,	 /* native code computes something else */
	IR_FATAL,	 /* run() says that it failed */
	IR_SLOWER,	 /* the module takes more steps than before */
	IR_UNSETTLED,	 /* a pass changes its own output for ever */
	IR_COMPILE_TIME, /* passes take too many steps */
	IR_CRASH,
	IR_HANG,
	IR_CLASSES
};
const char *ir_class_name(enum ir_class class);

/* What runs have in common. */
struct ir_setup {
	const struct irf_target *target;
	void *t;
	const struct irf_pass *pass;
	unsigned passes;
	struct irf_profile profile;
	unsigned max_passes; /* in a list */
	unsigned sets;	     /* of arguments */
	unsigned classes;    /* 1 << enum ir_class: oracles that are asked */
	uint64_t fuel;
	double slower; /* than before: a finding */
	uint64_t slower_steps;
	uint64_t compile_steps; /* for each node and pass */
	/* The function in the compiler's own language, which is run then in place of the
	 * one of the portable IR; NULL. */
	const char *written;
	const unsigned *fixed; /* passes of all runs; NULL: drawn */
	unsigned fixed_count;
};

struct ir_case {
	struct irf_fn *fn;
	const char
		*written; /* what FN has the parameters and buffers of; NULL */
	unsigned pass[IRF_PASSES_MAX];
	unsigned passes;
	bool is_stepwise; /* each pass is a run of its own, not the list one */
	struct irf_args args[IR_SETS];
	unsigned sets;
};

struct ir_verdict {
	enum ir_class class;
	int culprit; /* the pass at the end of the shortest prefix that fails; -1 */
	unsigned prefix;
	bool is_confirmed; /* native code differs, too */
	bool is_optimised; /* it is native code made with optimisation that differs */
	bool is_of_any; /* where the result was any number or poison, behaviour is undefined */
	bool is_agreed; /* the reference agrees with the module before passes */
	char text[IR_TEXT];
	uint64_t work;	   /* steps of all, a measure of time */
	uint64_t steps[2]; /* of the module before and after */
	unsigned compared, undefined, fuel; /* argument sets */
};

/* Ends the text of a verdict that IS_OF_ANY. */
#define IR_TEXT_OF_ANY ", not only its result"

/* Has a pass one reason for VERDICT, whatever function it is given? It does not settle, leaves
 * what is invalid in one way, or takes poison for undefined behaviour, which is said by what hides
 * the poison from it. */
static inline bool ir_verdict_is_general(const struct ir_verdict *verdict)
{
	return verdict->class == IR_UNSETTLED || verdict->class == IR_INVALID ||
	       verdict->is_of_any;
}

/* Operations, as bits. */
struct ir_operations {
	uint64_t bits[(IRF_NOPS + 63) / 64];
};
/* Those of FN that compute something. */
struct ir_operations ir_operations_of(const struct irf_fn *fn);

/* A hash of what CASE_ computes, by which passes: not of widths, numbers, and promises. */
uint64_t ir_shape_of(const struct ir_case *case_);

/* CASE_ is freed by irf_free of its function. */
void ir_case_draw(
	struct gen *g, const struct ir_setup *setup, struct ir_case *case_);
/* The stream of INPUT that is called NAME, which is empty if it was not there. */
struct parameters_stream *ir_input_stream(
	struct parameters *input, const char *name);
/* The file of INPUT, of *LENGTH bytes; to be freed. */
uint8_t *ir_input_write_dup(const struct parameters *input, size_t *length);
/* Makes ARGS random argument sets, in BYTES, which has IR_ARGUMENT_BYTES, that are always the
 * same for a FUNCTION. */
void ir_case_fill_arguments(struct parameters_stream *args, uint8_t *bytes,
	const struct parameters_stream *function);
/* What the numbers of an argument set are. */
enum ir_set_kind {
	IR_SET_RANDOM,
	IR_SET_LIMITS, /* 0, -1, the least and greatest number, single bits */
	IR_SET_EQUAL,  /* that of an earlier number of its width, or a limit */
	IR_SET_KINDS
};
/* The kind of set AT. A search uses the first few, which have no equal numbers. */
enum ir_set_kind ir_set_kind(unsigned at);
/* Fills WEIGHT with how often each pass is drawn; returns how many passes that is. */
unsigned ir_pass_weights(
	const struct ir_setup *setup, unsigned weight[IR_PASSES_DRAWN]);
/* The bytes of which COUNT passes are drawn, in *BYTES, to be freed. Returns their
 * length; 0: SETUP does not draw such a list. */
size_t ir_encode_passes(const struct ir_setup *setup, const unsigned *pass,
	unsigned count, uint8_t **bytes);
/* What the compiler makes of CASE_'s function, as lower() of a target. */
void *ir_case_lower(const struct ir_setup *setup, const struct ir_case *case_);
/* Runs the first PASSES of CASE_'s passes on M. */
enum irf_status ir_run_passes(const struct ir_setup *setup,
	const struct ir_case *case_, void *m, unsigned passes,
	struct irf_log *log);
/* Oracles that take long; native code is made twice, which a search does in turns. */
enum ir_asked {
	IR_ASK_QUICK = 0, /* none of them */
	IR_ASK_PLAIN = 1,
	IR_ASK_OPTIMISED = 2,
	IR_ASK_ALL = IR_ASK_PLAIN | IR_ASK_OPTIMISED
};
/* EMIT is told features; may be NULL. */
void ir_judge(const struct ir_setup *setup, const struct ir_case *case_,
	enum ir_asked asked, struct ir_verdict *verdict, irf_feature_fn *emit,
	void *arg);

#endif
