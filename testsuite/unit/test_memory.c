/* SPDX-License-Identifier: MIT
 * Tests of lib/memory. */
#include "config.h"

#include "lib/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void zero_bytes_are_a_valid_request(void **state)
{
	struct arena arena = {0};
	void *memory = memory_resize(NULL, 0, 8);

	(void)state;
	assert_non_null(memory);
	free(memory);
	assert_ptr_not_equal(arena_alloc(&arena, 0), arena_alloc(&arena, 0));
	arena_release(&arena);
}

static void cleared_memory_is_all_zero(void **state)
{
	static const char zero[640];
	char *memory = memory_alloc_zero(64, 10);

	(void)state;
	assert_memory_equal(memory, zero, sizeof zero);
	free(memory);
}

static void growing_keeps_elements_and_capacity_rises_by_half(void **state)
{
	unsigned *array = NULL, number;
	size_t capacity = 0, times_grown = 0;

	(void)state;
	for (number = 0; number < 1000; number++) {
		size_t before = capacity;

		array = memory_grow(
			array, &capacity, number + 1, sizeof *array);
		times_grown += capacity != before;
		array[number] = number;
	}
	for (number = 0; number < 1000; number++)
		assert_int_equal(array[number], number);
	assert_in_range(times_grown, 2, 20);
	free(array);
}

static void strings_are_copied_and_formatted(void **state)
{
	char *copy = memory_string_dup("list"),
	     *part = memory_string_dup_length("list", 2),
	     *text = memory_format("%s:%d", "a.c", 7);

	(void)state;
	assert_string_equal(copy, "list");
	assert_string_equal(part, "li");
	assert_string_equal(text, "a.c:7");
	free(copy);
	free(part);
	free(text);
}

static void arena_memory_is_aligned_separate_and_reusable(void **state)
{
	struct arena arena;
	char *block[500];
	size_t i, j;

	(void)state;
	arena_init(&arena);
	for (i = 0; i < 500; i++) {
		block[i] = arena_alloc(&arena, i + 1);
		assert_int_equal(
			(uintptr_t)block[i] % _Alignof(max_align_t), 0);
		memset(block[i], (int)i & 0xff, i + 1);
	}
	for (i = 0; i < 500; i++)
		for (j = 0; j <= i; j++)
			assert_int_equal((unsigned char)block[i][j], i & 0xff);
	arena_release(&arena);
	assert_int_equal(arena.size_bytes, 0);
	assert_string_equal(arena_string(&arena, "again"), "again");
	arena_release(&arena);
}

static void arena_takes_a_block_larger_than_a_chunk(void **state)
{
	struct arena arena = {0};
	size_t size_bytes = (size_t)5 << 20;
	char *block = arena_alloc_zero(&arena, size_bytes, 1);

	(void)state;
	assert_int_equal(block[0], 0);
	assert_int_equal(block[size_bytes - 1], 0);
	assert_true(arena.size_bytes >= size_bytes);
	arena_release(&arena);
}

static void arena_copies_strings_and_keeps_null(void **state)
{
	struct arena arena = {0};

	(void)state;
	assert_null(arena_string(&arena, NULL));
	assert_string_equal(arena_format(&arena, "%d of %d", 1, 2), "1 of 2");
	assert_memory_equal(arena_copy(&arena, "xyz", 3), "xyz", 3);
	arena_release(&arena);
}

static void impossible_size(void)
{
	/* volatile: the compiler would warn about the constant. */
	volatile size_t count = SIZE_MAX / 2;

	memory_alloc_zero(count, 4);
}

static void too_large_a_request_ends_with_code_1_and_a_sentence(void **state)
{
	char text[256];
	int ends[2], status;
	ssize_t length;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		impossible_size();
		_exit(0);
	}
	close(ends[1]);
	length = read(ends[0], text, sizeof text - 1);
	close(ends[0]);
	assert_true(length > 0);
	text[length] = '\0';
	assert_non_null(strstr(text, "out of memory"));
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zero_bytes_are_a_valid_request),
		cmocka_unit_test(cleared_memory_is_all_zero),
		cmocka_unit_test(
			growing_keeps_elements_and_capacity_rises_by_half),
		cmocka_unit_test(strings_are_copied_and_formatted),
		cmocka_unit_test(arena_memory_is_aligned_separate_and_reusable),
		cmocka_unit_test(arena_takes_a_block_larger_than_a_chunk),
		cmocka_unit_test(arena_copies_strings_and_keeps_null),
		cmocka_unit_test(
			too_large_a_request_ends_with_code_1_and_a_sentence),
	};

	return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
