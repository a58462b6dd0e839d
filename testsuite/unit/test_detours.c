/* SPDX-License-Identifier: MIT
 * Code that is counted without a breakpoint: its own, which does the same meanwhile. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <link.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/detours.h"
#include "lib/error.h"

#define PLACE(name) ".globl place_" #name "\nplace_" #name ":\n"
#ifdef __clang__
#define CODE __attribute__((noinline, optnone))
#else
#define CODE __attribute__((noipa))
#endif

int detour_word = 5;

/* Short instructions, of which the last is a short branch back. */
CODE static int run_short_loop(int times)
{
	int sum = 0;

	__asm__ volatile("1:\n" PLACE(short_loop) "add $3,%0\ndec %1\njnz 1b\n"
			 : "+r"(sum), "+r"(times));
	return sum;
}

/* What is compared is relative to the instruction, which has a constant after that. */
CODE static int run_relative(int times)
{
	int equal = 0;

	__asm__ volatile(
		"1:\n" PLACE(relative) "cmpl $5,detour_word(%%rip)\n"
				       "jne 2f\nincl %0\n2:\ndec %1\njnz 1b\n"
		: "+r"(equal), "+r"(times));
	return equal;
}

/* Flags are used behind, and so is what is below the stack. */
CODE static int run_with_flags(int times)
{
	int less = 0;

	__asm__ volatile("1:\nmov %1,-8(%%rsp)\nmov %1,-128(%%rsp)\n"
			 "cmp $4,%1\n" PLACE(
				 flags) "mov $7,%%eax\njge 2f\n"
					"add -8(%%rsp),%0\nadd -128(%%rsp),%0\n"
					"2:\ndec %1\njnz 1b\n"
			 : "+r"(less), "+r"(times)
			 :
			 : "eax", "memory");
	return less;
}

/* The block has two bytes, and the next one begins with it. */
CODE static int run_inner(int times)
{
	int sum = 0;

	__asm__ volatile("1:\ntest $1,%1\njz 2f\n" PLACE(
		inner) "inc %0\n2:\nadd $4,%0\ndec %1\njnz 1b\n"
			 : "+r"(sum), "+r"(times));
	return sum;
}

/* An instruction that is long enough is before the place. */
CODE static int run_before(int times)
{
	int sum = 0;

	__asm__ volatile("1:\nadd $100000,%0\n" PLACE(before) "dec %1\njnz 1b\n"
			 : "+r"(sum), "+r"(times));
	return sum;
}

/* A table may lead to any instruction: the short ones stay. */
CODE static int run_table(int times)
{
	int sum = 0;

	__asm__ volatile("1:\n" PLACE(
		table_long) "add $100000,%0\nlea "
			    "2f(%%rip),%%rax\n"
			    "jmp *%%rax\n2:\n" PLACE(
				    table_short) "inc %0\ndec %1\njnz 1b\n"
			 : "+r"(sum), "+r"(times)
			 :
			 : "rax");
	return sum;
}

CODE static int add_called(int sum)
{
	return sum + (__builtin_return_address(0) ? 3 : 1);
}

/* What is called returns where it would have. */
CODE static int run_call(int times)
{
	int sum = 0;

	for (; times > 0; times--) {
		__asm__ volatile(PLACE(call));
		sum = add_called(sum);
	}
	return sum;
}

#define EXTERN(name) extern uint8_t place_##name[]
EXTERN(short_loop);
EXTERN(relative);
EXTERN(flags);
EXTERN(inner);
EXTERN(before);
EXTERN(call);
EXTERN(table_long);
EXTERN(table_short);

static struct grow_code code;
static struct grow_detours detours;
static struct grow_area area;
static size_t numbers;

static int take_base(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uintptr_t *)base = info->dlpi_addr;
	return 1;
}

static uint8_t read_digits(const char *digits)
{
	const char two[] = {digits[0], digits[1], '\0'};

	return (uint8_t)strtoul(two, NULL, 16);
}

static size_t read_bytes(const char *digits, uint8_t *bytes)
{
	size_t length = strlen(digits) / 2;

	for (size_t i = 0; i < length; i++)
		bytes[i] = read_digits(digits + 2 * i);
	return length;
}

/* Counts PLACE from now on. NULL: it cannot be. */
static const uint64_t *count(const uint8_t *place)
{
	struct grow_detour detour = {.old_length = 0};
	char *text = NULL, *rest, *address;
	uint64_t *hits = &area.hits[numbers];
	size_t size;
	FILE *out = open_memstream(&text, &size);
	bool is_there =
		grow_detour_write(&detours, (uintptr_t)place - area.base, out);

	fclose(out);
	if (!is_there) {
		assert_string_equal(text, "");
		free(text);
		return NULL;
	}
	rest = text;
	address = strsep(&rest, " ");
	detour.old_length = read_bytes(strsep(&rest, " "), detour.old);
	detour.length = read_bytes(strsep(&rest, " "), detour.code);
	detour.words = rest;
	assert_true(grow_area_count(&area,
		(uint8_t *)(area.base + strtoull(address, NULL, 16)), &detour,
		numbers++));
	free(text);
	return hits;
}

static void test_that_code_is_counted_and_does_the_same(void **state)
{
	static const struct {
		int (*run)(int times);
		const uint8_t *place;
		bool is_counted;
		uint64_t hits; /* of ten times */
	} rows[] = {
		{run_short_loop, place_short_loop, true, 10},
		{run_relative, place_relative, true, 10},
		{run_with_flags, place_flags, true, 10},
		{run_inner, place_inner, false, 0},
		{run_before, place_before, true, 10},
		{run_call, place_call, true, 10},
		{run_table, place_table_long, true, 10},
		{run_table, place_table_short, false, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int before = rows[i].run(10);
		const uint64_t *hits = count(rows[i].place);
		assert_int_equal(hits != NULL, rows[i].is_counted);
		assert_int_equal(rows[i].run(10), before);
		if (hits)
			assert_int_equal(*hits, rows[i].hits);
	}
}

static void test_that_other_code_is_left(void **state)
{
	struct grow_detour detour = {.old = {0xcc, 0xcc, 0xcc, 0xcc, 0xcc},
		.old_length = 5,
		.code = {0x90},
		.length = 1,
		.words = (char *)"-"};

	(void)state;
	assert_false(grow_area_count(&area, place_inner, &detour, 0));
	assert_int_equal(run_inner(2), 9);
}

static int begin(void **state)
{
	struct error err = {{0}};
	uintptr_t base = 0;
	char name[] = "/tmp/test-detours-XXXXXX";
	int file = mkstemp(name);

	(void)state;
	unlink(name);
	dl_iterate_phdr(take_base, &base);
	if (!decode_is_available() || file < 0 ||
		ftruncate(file, GROW_WATCH_COUNTS * sizeof(uint64_t)) != 0 ||
		grow_code_open(&code, "/proc/self/exe", &err) != 0)
		return -1;
	grow_detours_open(&detours, &code);
	grow_area_open(&area, base, file);
	close(file);
	return area.hits ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	grow_detours_close(&detours);
	grow_code_release(&code);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_that_code_is_counted_and_does_the_same),
		cmocka_unit_test(test_that_other_code_is_left),
	};

	if (!decode_is_available())
		return 77;
	return cmocka_run_group_tests(tests, begin, end);
}
