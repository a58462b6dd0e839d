/* SPDX-License-Identifier: MIT
 * Heap blocks and threads that come and go: who they are, and that what they leave
 * is used again. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/program/objects.h"
#include "analyzer/program/threads.h"
#include "testsuite/unit/fake_symbols.h"

#define PLACE	  UINT64_C(0x400000)
#define ELSEWHERE UINT64_C(0x700000)
#define LARGE	  (UINT64_C(4) << 20)

/* None of its threads lives. */
static struct stack_shared no_stacks;
static struct threads *no_threads;

static int make_objects(void **state)
{
	no_threads = threads_new(&no_stacks);
	*state = objects_new(symbols_new(), no_threads);
	return 0;
}

static int free_objects(void **state)
{
	objects_free(*state);
	threads_free(no_threads);
	return 0;
}

static void allocate(
	struct objects *objects, uint64_t address, uint64_t size_bytes)
{
	objects_allocate(
		objects, &(struct allocation){address, size_bytes, 1, NULL, 0});
}

static void reallocate(struct objects *objects, uint64_t old_address,
	uint64_t address, uint64_t size_bytes)
{
	objects_reallocate(objects, old_address,
		&(struct allocation){address, size_bytes, 1, NULL, 0});
}

static uint64_t cell(struct objects *objects, uint64_t address)
{
	return objects_cell(objects, objects_moved(objects), address);
}

static void a_block_is_found_until_its_memory_is_used_again(void **state)
{
	object_t first;

	allocate(*state, PLACE, 40);
	first = objects_identify(*state, PLACE + 39);
	assert_true(first != 0);
	objects_release(*state, PLACE);
	assert_int_equal(objects_identify(*state, PLACE + 8), first);
	allocate(*state, PLACE, 16);
	assert_int_not_equal(objects_identify(*state, PLACE), first);
	assert_int_equal(objects_identify(*state, PLACE + 16), first);
	allocate(*state, PLACE + 16, 32);
	assert_int_not_equal(objects_identify(*state, PLACE + 16), first);
}

static void no_two_blocks_of_one_place_are_the_same(void **state)
{
	object_t last = 0;

	for (int i = 0; i < 1000; i++) {
		uint64_t bytes = i % 3 == 0 ? LARGE : 24;
		object_t next;
		allocate(*state, PLACE, bytes);
		next = objects_identify(*state, PLACE);
		assert_true(next > last);
		last = next;
		objects_release(*state, PLACE);
	}
}

static void a_block_that_changes_its_size_in_place_stays(void **state)
{
	const uint64_t sizes[] = {16, 4096, LARGE, 2 * LARGE, 100, 1, 16};
	object_t block;

	allocate(*state, PLACE, 16);
	block = objects_identify(*state, PLACE);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		reallocate(*state, PLACE, PLACE, sizes[i]);
		/* Numbers given back would be those of blocks from now on. */
		allocate(*state, ELSEWHERE + 64 * i, 16);
		assert_int_equal(
			objects_identify(*state, PLACE + sizes[i] - 1), block);
	}
}

static void a_moved_block_keeps_its_cells_and_nobody_has_them(void **state)
{
	uint64_t moved;

	allocate(*state, PLACE, 32);
	moved = cell(*state, PLACE + 8);
	reallocate(*state, PLACE, ELSEWHERE, 64);
	assert_int_equal(cell(*state, ELSEWHERE + 8), moved);
	allocate(*state, PLACE, 32);
	assert_int_not_equal(cell(*state, PLACE + 8), moved);
}

/* Two arrays that grow in turn, as vectors do. */
static void blocks_that_grow_have_no_cell_together(void **state)
{
	uint64_t place[2] = {PLACE, PLACE + 32};
	uint64_t bytes;

	allocate(*state, place[0], 16);
	allocate(*state, place[1], 16);
	for (bytes = 32; bytes <= 1024; bytes *= 2)
		for (int i = 0; i < 2; i++) {
			uint64_t to = ELSEWHERE + 2 * bytes + i * bytes;
			reallocate(*state, place[i], to, bytes);
			place[i] = to;
		}
	for (uint64_t a = 0; a < 1024; a += 8)
		for (uint64_t b = 0; b < 1024; b += 8)
			assert_int_not_equal(cell(*state, place[0] + a),
				cell(*state, place[1] + b));
	/* In place, too: here into what was the first one's home. */
	allocate(*state, PLACE - 16, 16);
	reallocate(*state, PLACE - 16, PLACE - 16, 32);
	assert_int_not_equal(cell(*state, PLACE), cell(*state, place[0]));
}

/* Neighbours stay neighbours where others have moved away. */
static void cells_of_neighbours_are_neighbours(void **state)
{
	allocate(*state, PLACE, 32);
	reallocate(*state, PLACE, ELSEWHERE, 32);
	for (uint64_t i = 0; i < 100; i++)
		allocate(*state, PLACE + 32 * i, 32);
	assert_int_not_equal(cell(*state, PLACE), PLACE);
	for (uint64_t i = 0; i < 3200; i += 8)
		assert_int_equal(
			cell(*state, PLACE + i), cell(*state, PLACE) + i);
	/* Until what moved away is freed. */
	objects_release(*state, ELSEWHERE);
	objects_release(*state, PLACE);
	allocate(*state, PLACE, 32);
	assert_int_equal(cell(*state, PLACE), PLACE);
}

static uint64_t address_of(struct objects *objects, uint64_t of_cell)
{
	uint64_t address;

	return objects_address_of(objects, of_cell, &address) ? address : 0;
}

static void a_cell_tells_where_its_block_is_now(void **state)
{
	uint64_t there;

	assert_int_equal(address_of(*state, PLACE), PLACE);
	allocate(*state, PLACE, 32);
	there = cell(*state, PLACE + 8);
	assert_int_equal(address_of(*state, there), PLACE + 8);
	reallocate(*state, PLACE, ELSEWHERE, 64);
	assert_int_equal(address_of(*state, there), ELSEWHERE + 8);
	allocate(*state, PLACE, 32);
	assert_int_equal(address_of(*state, there), ELSEWHERE + 8);
	assert_int_equal(
		address_of(*state, cell(*state, PLACE + 8)), PLACE + 8);
	objects_release(*state, ELSEWHERE);
	allocate(*state, ELSEWHERE, 64);
	assert_int_equal(address_of(*state, there), 0);
}

static void a_freed_block_that_grew_is_found_by_its_cells(void **state)
{
	uint64_t first, last;

	allocate(*state, PLACE, 32);
	reallocate(*state, PLACE, ELSEWHERE, 64);
	first = cell(*state, ELSEWHERE);
	last = cell(*state, ELSEWHERE + 56);
	allocate(*state, PLACE, 32);
	objects_release(*state, ELSEWHERE);
	assert_int_equal(address_of(*state, first), ELSEWHERE);
	assert_int_equal(address_of(*state, last), ELSEWHERE + 56);
}

#define PLACES	    200u
#define PLACE_BYTES (UINT64_C(4) << 20)

static uint64_t place(uint32_t i)
{
	return (UINT64_C(1) << 32) + i * PLACE_BYTES;
}

/* From a few bytes to more than any map of groups or granules has. */
static uint64_t bytes_of(uint32_t i)
{
	return UINT64_C(8) << i % 18;
}

/* Blocks begin at one place, of which each gets cells of its own, and are moved twice. */
static void each_of_many_moved_blocks_is_found(void **state)
{
	uint64_t there[PLACES];

	for (uint32_t i = 0; i < PLACES; i++) {
		allocate(*state, PLACE, bytes_of(i));
		reallocate(*state, PLACE, place(i), 2 * bytes_of(i));
		there[i] = cell(*state, place(i) + bytes_of(i) - 8);
	}
	for (uint32_t i = 0; i < PLACES; i++) {
		reallocate(
			*state, place(i), place(PLACES + i), 3 * bytes_of(i));
		if (i % 3 == 0)
			objects_release(*state, place(PLACES + i));
	}
	for (uint32_t i = 0; i < PLACES; i++) {
		uint64_t now = place(PLACES + i);
		if (i % 3 == 0)
			continue;
		assert_int_equal(cell(*state, now + bytes_of(i) - 8), there[i]);
		assert_int_equal(
			address_of(*state, there[i]), now + bytes_of(i) - 8);
		assert_int_equal(
			address_of(*state, cell(*state, now + bytes_of(i))),
			now + bytes_of(i));
	}
}

/* Else the cells of a program that allocates in a loop would grow in number. */
static void cells_are_used_again(void **state)
{
	uint64_t first;

	allocate(*state, PLACE, 32);
	reallocate(*state, PLACE, ELSEWHERE, 64);
	allocate(*state, PLACE, 32);
	first = cell(*state, PLACE);
	for (int i = 0; i < 100; i++) {
		objects_release(*state, PLACE);
		allocate(*state, PLACE, 32);
		assert_int_equal(cell(*state, PLACE), first);
	}
}

/* --- threads ------------------------------------------------------------- */

static void no_end(void *data, struct call_stack *stack)
{
	(void)data, (void)stack;
}

struct scene {
	struct stack_shared shared;
	struct threads *threads;
};

static void set_scene(struct scene *scene)
{
	*scene = (struct scene){.shared = {.end = no_end}};
	scene->shared.symbols = symbols_new();
	scene->shared.sites = sites_new(scene->shared.symbols);
	scene->shared.contexts = contexts_new();
	scene->threads = threads_new(&scene->shared);
}

static void strike(struct scene *scene)
{
	threads_free(scene->threads);
	contexts_free(scene->shared.contexts);
	sites_free(scene->shared.sites);
}

static void a_thread_keeps_its_stack_while_it_lives(void **state)
{
	struct scene scene;
	struct call_stack *first, *second;

	(void)state;
	set_scene(&scene);
	first = threads_run(scene.threads, 1, 0);
	second = threads_run(scene.threads, 2, 10);
	assert_ptr_not_equal(first, second);
	assert_ptr_equal(threads_run(scene.threads, 1, 20), first);
	threads_end(scene.threads, 2);
	assert_ptr_equal(threads_run(scene.threads, 1, 30), first);
	strike(&scene);
}

static void a_new_thread_takes_over_the_stack_of_one_that_ended(void **state)
{
	struct scene scene;
	struct call_stack *second;

	(void)state;
	set_scene(&scene);
	threads_run(scene.threads, 1, 0);
	second = threads_run(scene.threads, 2, 10);
	for (uint32_t id = 3; id < 100; id++) {
		threads_end(scene.threads, id - 1);
		assert_ptr_equal(
			threads_run(scene.threads, id, 10 * id), second);
	}
	strike(&scene);
}

static void who_wrote_is_known_by_when_it_was(void **state)
{
	struct scene scene;

	(void)state;
	set_scene(&scene);
	threads_run(scene.threads, 1, 0);
	assert_false(threads_is_foreign(scene.threads, 5, 1));
	threads_run(scene.threads, 2, 10);
	threads_run(scene.threads, 1, 20);
	assert_false(threads_is_foreign(scene.threads, 9, 1));
	assert_true(threads_is_foreign(scene.threads, 10, 1));
	assert_true(threads_is_foreign(scene.threads, 19, 1));
	assert_false(threads_is_foreign(scene.threads, 19, 2));
	assert_false(threads_is_foreign(scene.threads, 20, 1));
	threads_forget_before(scene.threads, 15);
	assert_true(threads_is_foreign(scene.threads, 19, 1));
	/* It is not known any more, so nobody else's. */
	assert_false(threads_is_foreign(scene.threads, 5, 2));
	strike(&scene);
}

int main(void)
{
	const struct CMUnitTest objects[] = {
		cmocka_unit_test_setup_teardown(
			a_block_is_found_until_its_memory_is_used_again,
			make_objects, free_objects),
		cmocka_unit_test_setup_teardown(
			no_two_blocks_of_one_place_are_the_same, make_objects,
			free_objects),
		cmocka_unit_test_setup_teardown(
			a_block_that_changes_its_size_in_place_stays,
			make_objects, free_objects),
		cmocka_unit_test_setup_teardown(
			a_moved_block_keeps_its_cells_and_nobody_has_them,
			make_objects, free_objects),
		cmocka_unit_test_setup_teardown(
			a_cell_tells_where_its_block_is_now, make_objects,
			free_objects),
		cmocka_unit_test_setup_teardown(
			each_of_many_moved_blocks_is_found, make_objects,
			free_objects),
		cmocka_unit_test_setup_teardown(
			a_freed_block_that_grew_is_found_by_its_cells,
			make_objects, free_objects),
		cmocka_unit_test_setup_teardown(
			blocks_that_grow_have_no_cell_together, make_objects,
			free_objects),
		cmocka_unit_test_setup_teardown(
			cells_of_neighbours_are_neighbours, make_objects,
			free_objects),
		cmocka_unit_test_setup_teardown(
			cells_are_used_again, make_objects, free_objects),
		cmocka_unit_test(a_thread_keeps_its_stack_while_it_lives),
		cmocka_unit_test(
			a_new_thread_takes_over_the_stack_of_one_that_ended),
		cmocka_unit_test(who_wrote_is_known_by_when_it_was),
	};

	return cmocka_run_group_tests(objects, NULL, NULL);
}
