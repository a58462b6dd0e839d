/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: shared by the parts of a backend. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_TARGET_H
#define RETREAD_FUZZ_PERF_IR_LLVM_TARGET_H

#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

#include "fuzz-perf/breakpoints/bpcov.h"
#include "fuzz-perf/ir/ir.h"
#include "fuzz-perf/ir/llvm/code.h"
#include "fuzz-perf/ir/llvm/lower.h"

#define LLVM_REMARKS 256 /* of one function; more are not looked at */

struct llvm {
	LLVMContextRef context;
	LLVMContextRef
		written; /* of modules as they were written; NULL: none yet */
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	struct lower_templates templates;
	struct irf_pass *pass; /* those that this release has */
	size_t passes;
	struct bpcov *coverage; /* NULL: not wanted, or not possible */
	uint32_t *block; /* that passes of the last function came to first */
	size_t blocks;
	uint64_t remark[LLVM_REMARKS]; /* on the last function, hashed */
	size_t remarks;
	bool optimises;	     /* native code, as llc does by itself */
	bool is_running;     /* passes that are tested */
	struct told_blocks { /* blocks that all processes came to; shared */
		uint32_t count, settled; /* of these the parent has none */
		uint32_t block[];
	} * told;
};

/* Native code: how values are passed is then no question of the platform's. */
typedef void llvm_entry(
	const uint64_t *parameter, void *const *buffer, uint64_t *result);

/* A variable of native code, which begins as INITIAL. */
struct native_variable {
	char *name;
	uint8_t *memory, *initial;
	size_t bytes;
};

/* Made when it is first asked for. */
struct llvm_native {
	bool is_compiled; /* to ENTRY, or it cannot be */
	llvm_entry *entry;
	LLVMExecutionEngineRef engine;
	struct native_variable *variable; /* of what was written */
	size_t variables, capacity;
};

/* Where the memory of a buffer is. */
struct llvm_place {
	enum llvm_place_kind {
		PLACE_ARGUMENT, /* an object of its own, by an address */
		PLACE_GLOBAL,	/* a variable of the module */
		PLACE_CALLS, /* what it gives to functions that are not known, and
				what they return */
	} kind;
	char *name; /* of a variable */
};
#define PLACE_CALLS_NUMBERS 128

/* A module with a function of the portable IR in it, or one as it was written. */
struct llvm_module {
	LLVMModuleRef module;
	struct llvm_program *program; /* made when it is first run */
	bool is_refused;	      /* it cannot be made */
	bool is_written;	      /* it is not made of the portable IR */
	char *printed;		      /* its values; NULL: they were not */
	struct llvm_native native[2]; /* as LLVM's options say, and optimised */
	unsigned buffers;
	struct irf_buffer buffer[LOWER_BUFFERS_MAX];
	struct llvm_place place[LOWER_BUFFERS_MAX];
};

/* Is BUFFER of MODULE an argument of the function? */
static inline bool llvm_is_argument(
	const struct llvm_module *module, unsigned buffer)
{
	return !module->buffer[buffer].is_local &&
	       module->place[buffer].kind == PLACE_ARGUMENT;
}

/* The bytes from one element of a buffer to the next. */
static inline uint64_t llvm_stride(
	const struct llvm *llvm, const struct irf_buffer *buffer)
{
	return LLVMABISizeOfType(llvm->layout,
		LLVMIntTypeInContext(llvm->context, buffer->width));
}

/* Prints REASON and ends the process. */
void llvm_fail(const char *reason);

/*--- passes.c ---*/

/* Fills PASS and PASSES of LLVM. */
void llvm_find_passes(struct llvm *llvm);
/* COUNT passes as `opt -passes` takes them; to be freed. */
char *llvm_pass_list(
	const struct llvm *llvm, const unsigned *pass, size_t count);
/* NULL, or why LLVM could not run LIST; to be freed. */
char *llvm_run_list(
	const struct llvm *llvm, LLVMModuleRef module, const char *list);

/*--- coverage.c ---*/

/* Watches the transforms of the LLVM in this process, or ALL of it. If that cannot be
 * done says why on stderr. */
void llvm_watch(struct llvm *llvm, bool all);
void llvm_watch_no_more(struct llvm *llvm);
/* Around a run of passes, of which blocks and remarks are kept. */
void llvm_start_run(struct llvm *llvm);
void llvm_end_run(struct llvm *llvm);
/* Before a fork. */
void llvm_renew(void *t);

/*--- remarks.c ---*/

/* Asks for remarks of passes (vectorised, not inlined because...); a diagnostic that is
 * an error ends the process. */
void llvm_listen(struct llvm *llvm);

/*--- step.c ---*/

/* Calls ENTRY. Returns how many instructions that took, 0: it cannot be told. */
uint64_t llvm_count_steps(llvm_entry *entry, const uint64_t *parameter,
	void *const *buffer, uint64_t *result);

/*--- externals.c ---*/

/* Compiles MODULE for MACHINE, and makes known to LLVM what its code calls of the
 * compiler's run-time library. Returns false if a symbol is to be found nowhere: such
 * code would call address 0, so nothing can be said of it. */
bool llvm_resolve_externals(LLVMTargetMachineRef machine, LLVMModuleRef module);

/*--- import.c ---*/

/* As irf_target's import_file. */
char *llvm_import(void *t, const char *path, irf_import_fn *each, void *arg);

/*--- written.c ---*/

/* What is in FILE, which is taken, or NULL with *WHY, to be disposed of. LLVM warns of a language
 * that is newer than its own, of which WHY says enough. */
LLVMModuleRef llvm_parse(
	LLVMContextRef context, LLVMMemoryBufferRef file, char **why);

/* Members of irf_target. */

char *llvm_write_function(void *t, const char *path, const char *name);
struct irf_fn *llvm_read_function(void *t, const char *text);
void *llvm_lower_text(void *t, const char *text);

/*--- members of irf_target: evaluate.c, native.c, features.c ---*/

enum irf_status llvm_eval(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps);
enum irf_status llvm_exec(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *instructions);
enum irf_status llvm_exec_optimised(void *t, void *m,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *instructions);
/* MODULE is about to change. */
void llvm_forget_native(struct llvm_module *module);
void llvm_features(
	void *t, void *before, void *after, irf_feature_fn *emit, void *arg);

/* Alone visible outside the module: irf_main's program calls it. */
__attribute__((visibility("default"))) const struct irf_target *irf_module(
	void);

#endif
