/* SPDX-License-Identifier: MIT
 * Tests of proof.json: what is written is read again. */
#include "config.h"

#include "lib/report/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

static char folder[] = "/tmp/retread-proof-XXXXXX";

static char *file_dup(void)
{
	return memory_format("%s/proof.json", folder);
}

static int make_folder(void **unused)
{
	(void)unused;
	return mkdtemp(folder) == NULL;
}

static int remove_folder(void **unused)
{
	char *file = file_dup();

	(void)unused;
	unlink(file);
	free(file);
	return rmdir(folder);
}

static struct proof_result *read_again(struct arena *arena)
{
	struct error err = {{0}};
	struct proof_result *proof = proof_read(arena, folder, &err);

	if (proof == NULL)
		fail_msg("%s", err.text);
	return proof;
}

static struct proof_result *write_and_read(
	struct arena *arena, const struct proof_result *proof)
{
	struct error err = {{0}};

	assert_int_equal(proof_write(proof, folder, NULL, &err), 0);
	return read_again(arena);
}

static void what_is_written_is_read_again(void **unused)
{
	const char *command[] = {"./target", "@@"}, *left[] = {"n^2"};
	struct proof_row rows[] = {{.bytes = 10,
					   .repetitions = 2,
					   .count = 0,
					   .total = 7,
					   .input = "out/inputs/n10"},
		{.bytes = 18,
			.repetitions = 4,
			.count = 16,
			.total = 40,
			.typical = 4,
			.total_typical = 9,
			.input = "out/inputs/n18",
			.typical_input = "out/typical/n18"}};
	struct proof_line line = {.place = {.kind = "edge", .function = "f"},
		.verdict = PROOF_BOUNDED,
		.model = "constant",
		.most = 5};
	const struct proof_result proof = {.finding = "RT-1",
		.command = command,
		.command_count = 2,
		.law = {.verdict = PROOF_GROWS,
			.sentence = "grows",
			.model = "n^2",
			.degree = 2,
			.low = 1.5,
			.high = 2.5,
			.left = left,
			.left_count = 1,
			.error = 0.25,
			.rival = "n",
			.rival_error = 0.5,
			.fit = {{2, false}, 1, 2, 3},
			.rival_fit = {{1, true}, -4, 0, 5}},
		.is_steep = true,
		.from = 10,
		.to = 18,
		.row = rows,
		.row_count = 2,
		.line = &line,
		.line_count = 1,
		.seed = 3};
	struct arena arena = {0};
	const struct proof_result *again = write_and_read(&arena, &proof);

	(void)unused;
	assert_string_equal(again->finding, "RT-1");
	assert_int_equal(again->command_count, 2);
	assert_string_equal(again->command[1], "@@");
	assert_int_equal(again->law.verdict, PROOF_GROWS);
	assert_true(again->is_steep);
	assert_true(again->law.high == 2.5);
	assert_string_equal(again->law.left[0], "n^2");
	assert_memory_equal(
		&again->law.fit, &proof.law.fit, sizeof proof.law.fit);
	assert_true(again->law.rival_fit.a == -4);
	assert_true(again->law.rival_fit.term.has_log);
	assert_int_equal(again->row_count, 2);
	assert_int_equal(again->row[0].repetitions, 2);
	assert_null(again->row[0].typical_input);
	assert_int_equal(again->row[1].typical, 4);
	assert_non_null(strstr(again->row[1].typical_input, "typical/n18"));
	assert_int_equal(again->line[0].verdict, PROOF_BOUNDED);
	assert_string_equal(again->size_unit, "bytes of input");
	assert_false(proof_is_of_tests(again));
	assert_int_equal(report_proof_of(again).state, REPORT_PROVED);
	arena_release(&arena);
}

static void both_laws_of_tests_are_read_again(void **unused)
{
	uint64_t sizes[] = {1, 2}, counts[] = {3, 6};
	struct proof_curve curve = {
		.law = {.verdict = PROOF_NOT_SHOWN, .sentence = "not shown"},
		.size = sizes,
		.count = counts,
		.size_count = 2,
		.count_count = 2};
	const struct proof_result proof = {.kind = "tests",
		.law = {.verdict = PROOF_GROWS, .sentence = "grows as n"},
		.size_unit = "cells",
		.by_cells = &curve};
	struct arena arena = {0};
	const struct proof_result *again = write_and_read(&arena, &proof);

	(void)unused;
	assert_true(proof_is_of_tests(again));
	assert_string_equal(again->size_unit, "cells");
	assert_null(again->by_argument);
	assert_string_equal(again->by_cells->law.sentence, "not shown");
	assert_int_equal(again->by_cells->count[1], 6);
	/* It grows, but no steeper than n log n. */
	assert_false(again->is_steep);
	assert_int_equal(report_proof_of(again).state, REPORT_NOT_SHOWN);
	arena_release(&arena);
}

static void put(const char *text)
{
	char *file = file_dup();
	FILE *out = fopen(file, "w");

	assert_non_null(out);
	fputs(text, out);
	fclose(out);
	free(file);
}

static void the_first_release_is_read(void **unused)
{
	struct arena arena = {0};
	const struct proof_result *proof;

	(void)unused;
	put("{\"schema\": \"retread-proof-1\", \"verdict\": \"bounded\", "
	    "\"sentence\": \"bounded\", \"sizes\": [4, 8], \"counts\": [1, "
	    "1], \"typical_counts\": [null, 1]}");
	proof = read_again(&arena);
	assert_int_equal(proof->law.verdict, PROOF_BOUNDED);
	assert_true(proof->law.fit.a == 0 && proof->law.fit.c == 0);
	assert_int_equal(proof->row[0].typical, 0);
	arena_release(&arena);
}

static void what_contradicts_itself_is_refused(void **unused)
{
	struct arena arena = {0};
	struct error err = {{0}};

	(void)unused;
	put("{\"schema\": \"retread-proof-1\", \"verdict\": \"bounded\", "
	    "\"sentence\": \"bounded\", \"sizes\": [4, 8], \"counts\": [1]}");
	assert_null(proof_read(&arena, folder, &err));
	assert_non_null(strstr(err.text, "sizes"));
	put("{\"schema\": \"retread-proof-2\", \"verdict\": \"bounded\", "
	    "\"sentence\": \"bounded\", \"sizes\": [4], \"counts\": [1]}");
	assert_null(proof_read(&arena, folder, &err));
	assert_non_null(strstr(err.text, "retread-proof-2"));
	put("{\"schema\": \"retread-proof-1\", \"verdict\": \"perhaps\", "
	    "\"sentence\": \"bounded\", \"sizes\": [4], \"counts\": [1]}");
	assert_null(proof_read(&arena, folder, &err));
	assert_non_null(strstr(err.text, "verdict"));
	arena_release(&arena);
}

/* Of how PROOF is filed in a folder that it and the others share. */
static void file_proof(const struct proof_result *proof, const char *into)
{
	const struct proof_result *stronger;
	struct arena arena = {0};
	struct error err = {{0}};
	char *place = proof_make_place(proof, folder, &stronger, &arena, &err);
	char *expected = memory_format("%s%s", folder, into);

	assert_non_null(place);
	assert_string_equal(place, expected);
	assert_true((stronger != NULL) == (*into != '\0'));
	assert_int_equal(proof_write(proof, place, NULL, &err), 0);
	free(expected);
	free(place);
	arena_release(&arena);
}

static void remove_others(void)
{
	char *command = memory_format("rm -rf %s/*", folder);

	assert_int_equal(system(command), 0);
	free(command);
}

static void evidence_never_goes_down_and_none_is_lost(void **state)
{
	const struct proof_result nothing = {
		.law = {.verdict = PROOF_NOT_SHOWN, .sentence = "not shown"}};
	const struct proof_result bound = {
		.law = {.verdict = PROOF_BOUNDED, .sentence = "bounded"}};
	const struct proof_result linear = {.law = {.verdict = PROOF_GROWS,
						    .sentence = "as n",
						    .is_exact = true}};
	const struct proof_result searched = {
		.law = {.verdict = PROOF_GROWS, .sentence = "searched"},
		.is_steep = true,
		.is_searched = true};
	const struct proof_result fitted = {
		.law = {.verdict = PROOF_GROWS, .sentence = "fitted"},
		.is_steep = true};
	const struct proof_result exact = {.law = {.verdict = PROOF_GROWS,
						   .sentence = "exact",
						   .is_exact = true},
		.is_steep = true};
	const struct proof_result *rising[] = {
		&nothing, &bound, &linear, &searched, &fitted, &exact};
	const size_t count = sizeof rising / sizeof rising[0];
	struct arena arena = {0};
	size_t others = 0;

	(void)state;
	remove_others();
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++)
			assert_int_equal(
				(proof_compare(rising[i], rising[j]) > 0) -
					(proof_compare(rising[i], rising[j]) <
						0),
				(i > j) - (i < j));
	for (size_t i = 0; i < count; i++)
		file_proof(rising[i], "");
	assert_string_equal(read_again(&arena)->law.sentence, "exact");
	/* Each again, in a place of its own: those it was moved to. */
	file_proof(&nothing, "/other/1");
	file_proof(&fitted, "/other/5");
	file_proof(&bound, "/other/2");
	assert_string_equal(read_again(&arena)->law.sentence, "exact");
	while (proof_read_other(&arena, folder, others + 1) != NULL)
		others++;
	assert_int_equal(others, count - 1);
	assert_string_equal(
		proof_read_other(&arena, folder, 3)->law.sentence, "as n");
	arena_release(&arena);
	remove_others();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(both_laws_of_tests_are_read_again),
		cmocka_unit_test(the_first_release_is_read),
		cmocka_unit_test(what_contradicts_itself_is_refused),
		cmocka_unit_test(evidence_never_goes_down_and_none_is_lost),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
