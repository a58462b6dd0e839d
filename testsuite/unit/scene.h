/* SPDX-License-Identifier: MIT
 * A fake program on its stage: what it does becomes a trace, and the trace the
 * analysis's report. */
#ifndef RETREAD_TESTSUITE_UNIT_SCENE_H
#define RETREAD_TESTSUITE_UNIT_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/report/report.h"
#include "testsuite/unit/fake_symbols.h"
#include "testsuite/unit/trace_builder.h"

#define HEAP	UINT64_C(0x500000)
#define NODE(i) (HEAP + (uint64_t)(i)*64)

/* Sites of the fake program: main `m`, which calls `a`, which calls `c` in a
 * loop; `c` reads. */
enum {
	CALL_A = 1,
	CALL_C,
	READ_NEXT,
	READ_VALUE,
	READ_MORE,
	CALL_C_TOO,
	INDEXED,
	INDEXED_TOO,
	READ_IN_LIBRARY,
	WIDE_READ,
	SLOT,
	CALL_FROM_TEST,
	FIELDS, /* and two more */
	CALL_FROM_STUB = FIELDS + 3,
};

/* Set it, call and read, finish it, look at its report, strike it. */
struct scene {
	struct trace_builder trace;
	struct report report;
	uint64_t stack_pointer;
	/* Set by scene_set, may be changed before scene_finish. */
	bool follow_all;
	bool only_rewalks; /* rule redundant reports nothing */
	bool runs_short;   /* memory is full from the second block on */
};

/* main runs, and eight nodes are allocated. */
void scene_set(struct scene *scene);
/* The sites from READ_IN_LIBRARY on. */
void scene_add_sites(struct scene *scene);

void scene_call(struct scene *scene, uint32_t site, char function);
void scene_leave(struct scene *scene);
void scene_allocate(struct scene *scene, uint64_t address, uint64_t size);
/* c walks the list of LENGTH nodes, reading value and next. */
void scene_walk(struct scene *scene, uint32_t stamp, int length);
/* The same, reading next alone. */
void scene_walk_next(struct scene *scene, uint32_t stamp, int length);
/* The stamp of what is written now. */
uint32_t scene_stamp(const struct scene *scene, uint32_t flags);

/* The program ends and is analysed. */
void scene_finish(struct scene *scene);
/* The finding of RULE in FUNCTION; NULL: none. Lives until scene_strike. */
const struct report_finding *scene_find(
	const struct scene *scene, enum report_rule rule, const char *function);
void scene_strike(struct scene *scene);

#endif
