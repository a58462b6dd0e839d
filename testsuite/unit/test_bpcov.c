/* SPDX-License-Identifier: MIT
 * Coverage of a library as it is, for programs other than the fuzzer. */
#include "config.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "fuzz-perf/breakpoints/bpcov.h"

#define TEXT_BYTES 512

static const char *library; /* jansson's file */

static struct bpcov *watch(void)
{
	char why[TEXT_BYTES] = "";
	struct bpcov *coverage = bpcov_new(&library, 1, WATCH, why, sizeof why);

	if (!coverage)
		fail_msg("%s", why);
	return coverage;
}

static int parses(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);

	json_decref(value);
	return value != NULL;
}

static void a_block_is_new_once(void **state)
{
	struct bpcov *coverage = watch();

	(void)state;
	assert_true(bpcov_blocks(coverage) > 500);
	assert_int_equal(bpcov_take_new(coverage, NULL, 0), 0);
	assert_true(parses("[1]"));
	assert_true(bpcov_take_new(coverage, NULL, 0) > 20);
	assert_true(parses("[1]"));
	assert_int_equal(bpcov_take_new(coverage, NULL, 0), 0);
	assert_true(parses("{\"a\": 1.5}"));
	assert_true(bpcov_take_new(coverage, NULL, 0) > 10);
	assert_false(parses("{\"a\": "));
	assert_true(bpcov_take_new(coverage, NULL, 0) > 0);
	bpcov_free(coverage);
	assert_true(parses("[true, false]"));
}

static void blocks_have_places_and_can_be_new_again(void **state)
{
	struct bpcov *coverage = watch();
	size_t blocks = bpcov_blocks(coverage), first, again;
	uint32_t *block = calloc(blocks, sizeof *block);
	const char *path;
	uint64_t address = 0, before = 0;

	(void)state;
	parses("[1, 2]");
	first = bpcov_take_new(coverage, block, blocks);
	for (size_t i = 0; i < first; i++) {
		assert_int_equal(
			bpcov_describe(coverage, block[i], &path, &address), 0);
		assert_string_equal(path, library);
		assert_true(address > 0 && address != before);
		before = address;
	}
	assert_int_equal(
		bpcov_describe(coverage, (uint32_t)blocks, &path, &address),
		-1);
	bpcov_arm(coverage);
	parses("[1, 2]");
	again = bpcov_take_new(coverage, block, 1);
	assert_int_equal(again, first);
	bpcov_free(coverage);
	free(block);
}

/* json_loads() is before its end, and 64 bytes are no more than that. */
static void blocks_can_be_those_of_some_code(void **state)
{
	struct bpcov *coverage = watch();
	const char *start = (const char *)(uintptr_t)json_loads, *path;
	uint32_t block[64];
	uint64_t first, address;
	size_t all = bpcov_blocks(coverage), count;

	(void)state;
	bpcov_keep(coverage, start, start + 64);
	assert_true(bpcov_blocks(coverage) > 0);
	assert_true(bpcov_blocks(coverage) < all);
	assert_int_equal(bpcov_describe(coverage, 0, &path, &first), 0);
	assert_true(parses("[1]"));
	count = bpcov_take_new(coverage, block, 64);
	assert_true(count > 0);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(
			bpcov_describe(coverage, block[i], &path, &address), 0);
		assert_true(address - first < 64);
	}
	bpcov_free(coverage);
}

static void blocks_that_children_told_of_are_forgotten(void **state)
{
	struct bpcov *coverage = watch();
	size_t blocks = bpcov_blocks(coverage), count;
	uint32_t *block = calloc(blocks, sizeof *block);

	(void)state;
	assert_true(parses("[1]"));
	count = bpcov_take_new(coverage, block, blocks);
	assert_true(count > 0);
	bpcov_arm(coverage);
	bpcov_forget(coverage, block, count);
	assert_true(parses("[1]"));
	assert_int_equal(bpcov_take_new(coverage, NULL, 0), 0);
	bpcov_arm(coverage);
	assert_true(parses("[1]"));
	assert_int_equal(bpcov_take_new(coverage, NULL, 0), count);
	bpcov_free(coverage);
	free(block);
}

static void *parse_often(void *unused)
{
	for (int i = 0; i < 200; i++)
		parses("{\"a\": [1, 2.5, \"b\", null]}");
	return unused;
}

static void threads_run_into_traps_at_once(void **state)
{
	struct bpcov *coverage = watch();
	pthread_t thread[4];
	size_t alone;

	(void)state;
	parse_often(NULL);
	alone = bpcov_take_new(coverage, NULL, 0);
	bpcov_arm(coverage);
	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, parse_often, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	assert_true(bpcov_take_new(coverage, NULL, 0) >= alone);
	bpcov_free(coverage);
}

static volatile sig_atomic_t own_traps;

static void count_trap(int number)
{
	(void)number;
	own_traps++;
}

static void traps_of_the_program_are_its_own(void **state)
{
	struct bpcov *coverage;
	struct sigaction now;

	(void)state;
	signal(SIGTRAP, count_trap);
	coverage = watch();
	__asm__ volatile("int3");
	raise(SIGTRAP);
	parses("[]");
	assert_int_equal(own_traps, 2);
	assert_true(bpcov_take_new(coverage, NULL, 0) > 0);
	bpcov_free(coverage);
	sigaction(SIGTRAP, NULL, &now);
	assert_ptr_equal(now.sa_handler, count_trap);
	signal(SIGTRAP, SIG_DFL);
}

static void a_child_has_coverage_of_its_own(void **state)
{
	struct bpcov *coverage = watch();
	int status = -1;

	(void)state;
	if (fork() == 0)
		_exit(parses("[1]") && bpcov_take_new(coverage, NULL, 0) ? 0
									 : 1);
	wait(&status);
	assert_int_equal(status, 0);
	assert_int_equal(bpcov_take_new(coverage, NULL, 0), 0);
	bpcov_free(coverage);
}

static void what_cannot_be_watched_is_said(void **state)
{
	const char *none = "/nowhere/libnone.so";
	char why[TEXT_BYTES] = "";
	struct bpcov *coverage;

	(void)state;
	assert_null(bpcov_new(&none, 1, WATCH, why, sizeof why));
	assert_non_null(strstr(why, none));
	coverage = watch();
	assert_null(bpcov_new(&library, 1, WATCH, why, sizeof why));
	assert_non_null(strstr(why, "one already"));
	bpcov_free(coverage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_block_is_new_once),
		cmocka_unit_test(blocks_have_places_and_can_be_new_again),
		cmocka_unit_test(blocks_can_be_those_of_some_code),
		cmocka_unit_test(blocks_that_children_told_of_are_forgotten),
		cmocka_unit_test(threads_run_into_traps_at_once),
		cmocka_unit_test(traps_of_the_program_are_its_own),
		cmocka_unit_test(a_child_has_coverage_of_its_own),
		cmocka_unit_test(what_cannot_be_watched_is_said),
	};
	Dl_info info;

#ifndef HAVE_ZYDIS
	puts("1..0 # SKIP built without Zydis");
	return 0;
#endif
	if (!dladdr((void *)json_loads, &info))
		return 99;
	library = realpath(info.dli_fname, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
