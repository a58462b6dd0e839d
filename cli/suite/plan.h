/* SPDX-License-Identifier: MIT
 * Which shard of a test suite records which test. The file says what there must be
 * in the end, so whoever merges the shards can tell what is missing. */
#ifndef RETREAD_CLI_SUITE_PLAN_H
#define RETREAD_CLI_SUITE_PLAN_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct error;
struct tests;

#define PLAN_ID_BYTES	17
#define PLAN_SHARDS_MAX 100000

/* Where a test's cost is known from. */
enum plan_source { PLAN_RECORDED, PLAN_NATIVE, PLAN_GUESS };

struct plan_cost {
	uint64_t ms; /* under the recorder */
	enum plan_source from;
};

struct plan_test {
	const char *name; /* the second test of one name is marked "#2" */
	uint64_t shard;	  /* from 1 on */
	struct plan_cost cost;
};

/* Texts and tests are in the arena that whoever makes or reads a plan gives. */
struct plan {
	const char *suite; /* a digest of names and commands */
	uint64_t shards;
	struct plan_test *test; /* sorted by name */
	size_t test_count;
};

/* Divides TESTS, whose costs are COST, so that the shards take about as long: the
 * longest test first, each to the shard that has least (Graham, Bounds on
 * multiprocessing timing anomalies, 1969). The same input gives the same plan. */
void plan_make(struct plan *plan, struct arena *arena,
	const struct tests *tests, const struct plan_cost *cost,
	uint64_t shards);

/* The same where all tests cost the same. */
void plan_make_even(struct plan *plan, struct arena *arena,
	const struct tests *tests, uint64_t shards);

/* JSON with the schema retread-plan-1, see retread-plan(1). A plan is read only if
 * each test is in it once and in one of its shards. Return 0, or -1 with ERR filled. */
int plan_read(struct plan *plan, struct arena *arena, const char *file,
	struct error *err);
int plan_write(const struct plan *plan, const char *file, struct error *err);

/* Whatever the plan in FILE says, told by 16 digits: its shards and jobs are in
 * folders of that name. Returns 0, or -1 with ERR filled. */
int plan_identify(char id[PLAN_ID_BYTES], const char *file, struct error *err);

/* Is PLAN of TESTS? Returns -1 and says how they differ if not. */
int plan_check(
	const struct plan *plan, const struct tests *tests, struct error *err);
/* Removes the tests of other shards than SHARD. PLAN is of TESTS. */
void plan_select(const struct plan *plan, struct tests *tests, uint64_t shard);

/* The name of each of TESTS in a plan. In ARENA. */
const char **plan_names(struct arena *arena, const struct tests *tests);
/* NULL: PLAN has no such test. */
const struct plan_test *plan_find(const struct plan *plan, const char *name);
/* The cost of each shard in ms, from index 0 on. In ARENA. */
uint64_t *plan_loads(const struct plan *plan, struct arena *arena);

#endif
