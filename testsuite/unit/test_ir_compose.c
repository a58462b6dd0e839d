/* SPDX-License-Identifier: MIT
 * Small functions that are composed: valid, written as bytes, and of what a target can do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz-perf/ir/compose.h"

#define COMPOSED 5000

static const struct irf_profile everything = {
	.max_width = IRF_WIDTH_MAX, .features = IRF_F_ALL};

static void note_operations(const struct irf_region *region, bool *was_made)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		was_made[node->op] = true;
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			note_operations(node->region[j], was_made);
	}
}

/* What is composed for PROFILE is valid; notes of which operations it is. */
static void compose_many(const struct irf_profile *profile, bool *was_made)
{
	uint64_t random = 5;
	char why[200];

	for (int i = 0; i < COMPOSED; i++) {
		struct irf_fn *fn = ir_compose(profile, &random);
		if (!ir_check(fn, why, sizeof why))
			fail_msg("%s\n%s", why, irf_print(fn));
		note_operations(&fn->body, was_made);
		irf_free(fn);
	}
}

static void composed_functions_are_valid(void **state)
{
	bool was_made[IRF_NOPS] = {false};

	(void)state;
	compose_many(&everything, was_made);
	for (unsigned op = IRF_CONST; op <= IRF_SLICE; op++)
		assert_true(was_made[op]);
	for (unsigned op = IRF_FADD; op <= IRF_FCMP; op++)
		assert_true(was_made[op]);
	assert_true(was_made[IRF_POISON] && was_made[IRF_UNDEF]);
	assert_true(was_made[IRF_FREEZE] && was_made[IRF_ASSUME]);
	assert_true(was_made[IRF_RANGE] && was_made[IRF_DEFINED]);
	assert_true(was_made[IRF_IF]);
}

static void composed_functions_are_written_as_bytes(void **state)
{
	uint64_t random = 6;
	uint8_t *bytes;

	(void)state;
	for (int i = 0; i < 500; i++) {
		struct irf_fn *fn = ir_compose(&everything, &random);
		size_t length = irf_encode(fn, &everything, &bytes);
		assert_true(length);
		struct irf_fn *decoded = irf_decode(bytes, length, &everything);
		char *text = irf_print(fn), *again = irf_print(decoded);
		assert_string_equal(again, text);
		free(text);
		free(again);
		free(bytes);
		irf_free(decoded);
		irf_free(fn);
	}
}

/* A target of few operations, and one of none, are given no others. */
static void composed_functions_are_what_a_target_can_do(void **state)
{
	unsigned char can[IRF_NOPS] = {[IRF_ADD] = 1, [IRF_MUL] = 1};
	const struct irf_profile few = {.max_width = 8, .op_weight = can};
	bool was_made[IRF_NOPS] = {false};

	(void)state;
	for (int i = 0; i < 2; i++) {
		compose_many(&few, was_made);
		can[IRF_ADD] = can[IRF_MUL] = 0;
	}
	for (unsigned op = 0; op < IRF_NOPS; op++)
		assert_true(was_made[op] ==
				    (op == IRF_PARAM || op == IRF_CONST ||
					    op == IRF_ADD || op == IRF_MUL) ||
			    op == IRF_ZEXT || op == IRF_SEXT ||
			    op == IRF_SLICE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(composed_functions_are_valid),
		cmocka_unit_test(composed_functions_are_written_as_bytes),
		cmocka_unit_test(composed_functions_are_what_a_target_can_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
