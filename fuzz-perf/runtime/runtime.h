/* SPDX-License-Identifier: MIT
 * Shared by the parts of the runtime in a target. */
#ifndef RETREAD_FUZZ_PERF_RUNTIME_RUNTIME_H
#define RETREAD_FUZZ_PERF_RUNTIME_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/format/perf_map.h"

/* One object file (program or library) that retread-cc compiled. */
struct retread_module {
	struct perf_function *start, *stop;
	const struct perf_token *token_start, *token_stop;
};

#define RETREAD_MODULES	  64
#define RETREAD_DOMAINS	  8
#define RETREAD_UNLIMITED (INT64_MAX / 2)

struct evaluator;

struct retread_domain {
	const char *name;
	const char *unit; /* NULL: none was said */
	uint64_t (*reduce)(uint64_t, uint64_t);
	uint64_t initial;
	uint32_t keys;
	uint32_t touched_count;
	uint64_t *value;
	uint32_t *touched; /* keys this run changed, each once */
	uint8_t *is_touched;
};

/* Everything that the compiled-in calls write. */
struct retread_counters {
	struct perf_function *entered;
	struct retread_module module[RETREAD_MODULES];
	uint32_t module_count;
	uint32_t key_count;
	bool is_closed; /* modules loaded from now on are not counted */
	struct retread_domain domain[RETREAD_DOMAINS];
	uint32_t domain_count;
	char refusal[512]; /* of the first bad domain */
	bool is_running;   /* an input, in this process */
	bool is_invalid;   /* a retread_assume() failed in this run */
	bool is_after_diff;
	bool has_blocks;   /* compiled by gcc: columns are addresses */
	bool weighs_heap;  /* the fuzzer wants PERF_TOTAL_PEAK */
	uint64_t *at_diff; /* counters when the diff was reached, by key */
};

extern struct retread_counters retread_counters;
extern int64_t __retread_fuel;

/* Called by compiled code. */
void __retread_register(struct perf_function *start, struct perf_function *stop,
	const struct perf_token *token_start,
	const struct perf_token *token_stop);
#ifdef __clang__
__attribute__((preserve_most))
#else
__attribute__((no_caller_saved_registers, target("general-regs-only")))
#endif
void __retread_touch(struct perf_function *function);
void __retread_out_of_fuel(void) __attribute__((noreturn));
void __retread_raise_bytes(uint64_t *counter, const char *left,
	const char *right, uint64_t length, uint32_t is_string);
void __retread_hit_diff(void);
/* While __retread_logs; numbers are zero-extended. */
extern uint32_t __retread_logs;
void __retread_log_numbers(
	uint64_t left, uint64_t right, uint32_t bytes, uint32_t relation);
void __retread_log_switch(
	uint64_t value, const uint64_t *way, uint32_t count, uint32_t bytes);
void __retread_log_bytes(const char *left, const char *right, uint64_t length,
	uint32_t is_string);
/* BLOCK is what the allocation returned, OLD what realloc was given. */
void __retread_allocated(const void *block, uint64_t size_bytes);
void __retread_freed(const void *block);
void __retread_reallocated(
	const void *old, const void *block, uint64_t size_bytes);

/* gcc's targets call these through us: C library functions that take memory, and
 * those that work on blocks. The linker is told of each (--wrap). */
/* clang-format off */
#define RETREAD_TAKERS(EACH) \
	EACH(malloc) EACH(calloc) EACH(realloc) EACH(aligned_alloc) \
	EACH(_Znwm) EACH(_Znam)
#define RETREAD_BLOCK_FUNCTIONS(EACH) \
	EACH(memcpy) EACH(memmove) EACH(memset) EACH(memcmp) EACH(memchr) \
	EACH(__memcpy_chk) EACH(__memmove_chk) EACH(__memset_chk)
#define RETREAD_GIVERS(EACH) \
	EACH(free) EACH(_ZdlPv) EACH(_ZdlPvm) EACH(_ZdaPv)
/* clang-format on */

/* blocks.c: adds BYTES to the counter of the call that returns to ADDRESS. */
void retread_charge(uintptr_t address, uint64_t bytes);

/* Called when a run spent its fuel; set by the worker. */
extern void (*retread_on_limit)(void);

/* Forgets everything since the last call. */
void retread_counters_clear(void);
/* Counts from 0 in the midst of a run: functions that were entered go on, so
 * they stay listed. */
void retread_counters_restart(void);
void retread_domains_clear(void);

/* From now on the sides of comparisons go to OPERAND; *COUNT grows. */
void retread_operands_start(struct perf_operand *operand, uint32_t *count);

/* Since the last clear. */
uint64_t retread_heap_peak(void);
void retread_heap_clear(void);

/* What watches a program that was not compiled for it (fuzz-perf/breakpoints);
 * nobody does if its address is NULL. */
struct retread_agent {
	bool counts; /* blocks in every run, not only when they are new */
	bool has_context, has_predictions; /* of branches */
	void (*before_fork)(void);	   /* of a worker */
	void (*before_run)(bool wants_all);
	/* Marks the process, which is to serve one input: returns false, and true each time
	 * that it came back here instead of ending. */
	bool (*mark)(struct perf_map *map);
	/* Of a run; evaluates it (evaluate.h). */
	void (*at_end)(struct evaluator *evaluator, uint32_t outcome);
};
extern struct retread_agent retread_agent __attribute__((weak));

/* From now on a signal that ends a run leaves its stack in MAP. Signals that somebody
 * handles, as sanitizers do, stay theirs. */
void retread_crash_catch(struct perf_map *map);
/* From now on frames from the caller of this on outwards are not the run's. */
void retread_crash_note_base(void);

/* mutator.c: what LLVMFuzzerMutate does next. */
void retread_mutator_seed(uint32_t seed);

/* worker.c: serves the fuzzer that started this process, if any. RUN NULL:
 * each input is a process that goes on from here. Returns if nobody fuzzes,
 * and in such a process. */
void retread_serve(int (*run)(const uint8_t *data, size_t size));

#endif
