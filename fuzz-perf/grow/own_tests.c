/* SPDX-License-Identifier: MIT
 * Which functions are the test's own, and which of them are tests that stand alone. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "lib/code/code_pattern.h"
#include "lib/code/test_names.h"
#include "lib/words.h"

static bool is_named_test(const struct grow_function *function)
{
	return function->file &&
	       (test_names_are_of_file(function->file) ||
		       test_names_are_in_folder(function->file));
}

/* Whether OTHER's code is in the file of MAIN, or is called a test's if IS_ALONE: then
 * that file has the code under test, too. */
static bool is_of_main(const struct grow_function *other,
	const struct grow_function *main_function, bool is_alone)
{
	return other == main_function ||
	       (main_function && main_function->file && other->file &&
		       !strcmp(other->file, main_function->file) &&
		       (!is_alone || test_names_have_word(other->name)));
}

/* Files of tests are known by their names. If all that is the user's is in one file, so
 * is the code under test: this is returned. */
static bool mark_test_code(struct grow_code *code)
{
	const struct grow_function *main_function = NULL;
	bool is_alone = true;

	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *function = &code->function[i];
		const struct code_names names = {function->name,
			function->linkage, function->file, code->path};
		function->is_framework = test_names_framework(&names);
		if (!strcmp(function->name, "main"))
			main_function = function;
	}
	for (size_t i = 0; main_function && i < code->count; i++) {
		const struct grow_function *other = &code->function[i];
		is_alone &= other->is_framework || !other->file ||
			    !main_function->file ||
			    !strcmp(other->file, main_function->file) ||
			    !strncmp(other->file, "/usr/", 5);
	}
	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *function = &code->function[i];
		function->is_test_code =
			!function->is_framework &&
			(is_named_test(function) ||
				is_of_main(function, main_function, is_alone));
	}
	return main_function && is_alone;
}

static void code_add_callee(
	struct grow_code *code, struct grow_function *from, uint64_t address)
{
	const struct grow_function *to = grow_code_find(code, address);

	if (!to || to->start != address || to == from)
		return;
	code->function[grow_code_index(code, to)].is_called = true;
	from->callee = memory_grow(from->callee, &from->callee_capacity,
		from->callee_count + 1, sizeof *from->callee);
	from->callee[from->callee_count++] = grow_code_index(code, to);
}

/* Whether test code calls the function at INDEX, and no other code does. */
static bool is_called_by_tests(const struct grow_code *code, size_t index)
{
	bool is_called = false;

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *from = &code->function[i];
		for (size_t k = 0; k < from->callee_count; k++) {
			if (from->callee[k] != index)
				continue;
			if (!from->is_test_code)
				return false;
			is_called = true;
		}
	}
	return is_called;
}

/* In a file that has the code under test, too, any name with "test" in it is one if only
 * tests call it: "copytest". */
static void mark_helpers(struct grow_code *code)
{
	for (bool is_new = true; is_new;) {
		is_new = false;
		for (size_t i = 0; i < code->count; i++) {
			struct grow_function *each = &code->function[i];
			if (each->is_test_code || each->is_framework ||
				!each->file ||
				!strcasestr(each->name, "test") ||
				!is_called_by_tests(code, i))
				continue;
			each->is_test_code = is_new = true;
		}
	}
}

static void mark_taken(struct grow_code *code, uint64_t address)
{
	const struct grow_function *to = grow_code_find(code, address);

	if (to && to->start == address)
		code->function[grow_code_index(code, to)].is_address_taken =
			true;
}

static void code_read_calls(
	struct grow_code *code, struct grow_function *function)
{
	struct decoded decoded;
	size_t left;
	uint64_t at = function->start;

	for (const uint8_t *bytes; at < function->end &&
				   (bytes = grow_code_bytes(code, at, &left)) &&
				   decode_instruction(bytes, left, &decoded);
		at += decoded.length) {
		uint64_t to = 0;
		if (decoded.kind == DECODE_CALL ||
			decoded.kind == DECODE_JUMP) {
			if (decoded.is_direct)
				code_add_callee(code, function,
					at + (uint64_t)decoded.target);
			continue;
		}
		if (decoded.is_relative_memory)
			to = at + decoded.length +
			     (uint64_t)(int64_t)decoded.displacement;
		else if (decoded.has_constant && decoded.constant_bytes >= 4)
			to = (uint64_t)decoded.constant;
		code_add_callee(code, function, to);
		mark_taken(code, to);
	}
}

/* Tables of tests are data: words of the file, or what relocations add. */
static void read_tables(struct grow_code *code)
{
	const Elf64_Phdr *each;

	for (size_t i = 0; i < code->relocation_count; i++)
		mark_taken(code, code->relocation[i].address);
	for (unsigned i = 0; (each = grow_code_segment(code, i)); i++) {
		uint64_t word;
		if (each->p_type != PT_LOAD || each->p_flags & PF_X ||
			each->p_offset + each->p_filesz > code->object.size)
			continue;
		for (uint64_t at = 0; at + sizeof word <= each->p_filesz;
			at += sizeof word) {
			memcpy(&word, code->object.bytes + each->p_offset + at,
				sizeof word);
			mark_taken(code, word);
		}
	}
}

static bool is_fixture(const char *name)
{
	return strcasestr(name, "setup") || strcasestr(name, "teardown") ||
	       strcasestr(name, "set_up") || strcasestr(name, "tear_down");
}

/* A test that a framework calls by its address, with what it knows of it (CuTest), or with
 * parameters and a fixture, for a result (munit). */
static bool is_handed_over(const struct grow_function *function)
{
	bool is_munit = function->takes_fixture && function->parameters == 2 &&
			!function->returns_nothing;

	return (is_munit ||
		       (function->takes_object && function->returns_nothing)) &&
	       function->is_address_taken &&
	       test_names_have_word(function->name);
}

static bool code_ends_in(const struct grow_function *function, const char *end)
{
	size_t length = strlen(function->name), last = strlen(end);

	return function->is_test_code && length > last &&
	       strcmp(function->name + length - last, end) == 0;
}

/* Criterion makes two functions of each test, TEST_jmp and TEST_impl: then no others are
 * tests, though their addresses are taken as those of fixtures. */
static bool code_has_criterion(const struct grow_code *code)
{
	bool has_jump = false, has_body = false;

	for (size_t i = 0; i < code->count; i++) {
		has_jump |= code_ends_in(&code->function[i], "_jmp");
		has_body |= code_ends_in(&code->function[i], "_impl");
	}
	return has_jump && has_body;
}

/* What only the code under test calls is not a test, whatever its name, nor is what takes a
 * list of tests to run: a framework has those that take a state by their addresses. */
static bool is_run(const struct grow_function *function)
{
	return function->is_address_taken ||
	       (function->is_called && !function->takes_list);
}

/* What tests of a table call by their names are their helpers. */
static void mark_helpers_of_tests(struct grow_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *test = &code->function[i];
		for (size_t j = 0; test->is_test && test->is_address_taken &&
				   j < test->callee_count;
			j++) {
			struct grow_function *callee =
				&code->function[test->callee[j]];
			callee->is_test &= callee->is_address_taken;
		}
	}
}

/* A function that a file of tests hands to others by its address only. */
static bool is_plain_test(const struct grow_function *each)
{
	return each->is_test_code && is_named_test(each) &&
	       each->is_address_taken && each->parameters == 0 &&
	       !each->returns_object && !is_fixture(each->name);
}

/*--- tests with parameters ---*/

#define OWN_ALIKE_MIN 3 /* tests of one runner or table */

/* Whether NAME, "list::list" or "list::~list", makes an object or ends it. */
static bool own_is_of_object(const char *name)
{
	const char *method = NULL, *class = name;

	for (const char *at = name; (at = strstr(at, "::")); at += 2) {
		class = method ? method : name;
		method = at + 2;
	}
	return method && (*method == '~' ||
				 (strncmp(class, method, strlen(method)) == 0 &&
					 class + strlen(method) + 2 == method));
}

/* Whether EACH may be one of several tests that take the same, as LIKE does. */
static bool own_is_alike(
	const struct grow_function *each, const struct grow_function *like)
{
	return each->is_test_code && each->parameters > 0 &&
	       !own_is_of_object(each->name) && each->takes == like->takes &&
	       each->returns_nothing == like->returns_nothing &&
	       test_names_have_word(each->name);
}

/* Of the functions that RUNNER calls, those like the one at INDEX. */
static size_t own_count_called(const struct grow_code *code,
	const struct grow_function *runner, size_t index)
{
	size_t count = 0;

	for (size_t i = 0; i < runner->callee_count; i++) {
		bool is_known = false;
		for (size_t j = 0; j < i; j++)
			is_known |= runner->callee[j] == runner->callee[i];
		count += !is_known &&
			 own_is_alike(&code->function[runner->callee[i]],
				 &code->function[index]);
	}
	return count;
}

/* What RUNNER calls with the same parameters are tests, unless they do so themselves: then
 * these are. */
static bool own_mark_called(
	struct grow_code *code, const struct grow_function *runner)
{
	bool is_runner = false;

	for (size_t i = 0; i < runner->callee_count; i++) {
		size_t index = runner->callee[i];
		struct grow_function *each = &code->function[index];
		if (!own_is_alike(each, each) ||
			own_count_called(code, runner, index) < OWN_ALIKE_MIN)
			continue;
		each->is_test = true;
		is_runner = true;
	}
	return is_runner;
}

/* Whether tests like EACH are handed over by their addresses, too. */
static bool own_is_of_table(
	const struct grow_code *code, const struct grow_function *each)
{
	size_t count = 0;

	for (size_t i = 0; each->is_address_taken && i < code->count; i++)
		count += code->function[i].is_address_taken &&
			 own_is_alike(&code->function[i], each);
	return count >= OWN_ALIKE_MIN && own_is_alike(each, each);
}

/* Those that take parameters; nothing that a test calls, unless it only runs tests. */
static void own_mark_parameterized(struct grow_code *code)
{
	bool *runs = memory_alloc_zero(code->count + 1, sizeof *runs);

	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *each = &code->function[i];
		runs[i] = each->is_framework ||
			  (each->is_test_code &&
				  (!each->is_test ||
					  test_names_are_runner(each->name)));
	}
	for (size_t i = 0; i < code->count; i++) {
		runs[i] = runs[i] && own_mark_called(code, &code->function[i]);
		code->function[i].is_test |=
			own_is_of_table(code, &code->function[i]);
	}
	for (size_t i = 0; i < code->count; i++)
		code->function[i].is_test &= !runs[i];
	free(runs);
}

/* Whether EACH is in a table of functions of tests' files that take nothing and say whether they
 * fail, whatever their names. */
static bool own_is_of_plain_table(
	const struct grow_code *code, const struct grow_function *each)
{
	size_t count = 0;

	for (size_t i = 0; is_plain_test(each) && i < code->count; i++)
		count += is_plain_test(&code->function[i]);
	return count >= OWN_ALIKE_MIN;
}

/* A test of its own is called by main or by a runner, and takes at most what a
 * framework hands over. */
static void own_mark_tests(struct grow_code *code)
{
	bool has_criterion = code_has_criterion(code);

	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *each = &code->function[i];
		bool fits = each->parameters == 0 || is_handed_over(each) ||
			    (each->takes_test_state && each->returns_nothing);
		bool is_body = strstr(each->name, "::TestBody") != NULL;
		each->is_test =
			each->is_test_code && !strchr(each->name, '~') &&
			!each->returns_object && strcmp(each->name, "main") &&
			!is_fixture(each->name) &&
			((fits && is_run(each)) || is_body) &&
			(test_names_have_word(each->name) ||
				(each->is_address_taken &&
					each->returns_nothing) ||
				own_is_of_plain_table(code, each));
		if (has_criterion)
			each->is_test = code_ends_in(each, "_impl");
	}
	mark_helpers_of_tests(code);
	if (!has_criterion)
		own_mark_parameterized(code);
}

/* Whether another test than EACH has its name: those of a framework that numbers them in each file. */
static bool own_is_ambiguous(
	const struct grow_code *code, const struct grow_function *each)
{
	for (size_t i = 0; i < code->count; i++)
		if (code->function[i].is_test && &code->function[i] != each &&
			strcmp(code->function[i].name, each->name) == 0)
			return true;
	return false;
}

/* "NAME@FILE", where NAME alone is not enough. */
static void own_name_by_file(struct grow_code *code)
{
	bool *ambiguous = memory_alloc_zero(code->count + 1, sizeof *ambiguous);

	for (size_t i = 0; i < code->count; i++)
		ambiguous[i] = code->function[i].is_test &&
			       code->function[i].file &&
			       own_is_ambiguous(code, &code->function[i]);
	for (size_t i = 0; i < code->count; i++) {
		struct grow_function *each = &code->function[i];
		if (ambiguous[i])
			each->name = arena_format(&code->arena, "%s@%s",
				each->name, words_base_name(each->file));
	}
	free(ambiguous);
}

static bool own_is_any_test(const struct grow_code *code)
{
	if (test_names_are_of_file(code->path) ||
		test_names_are_in_folder(code->path))
		return true;
	for (size_t i = 0; i < code->count; i++) {
		const struct grow_function *each = &code->function[i];
		if (each->is_test || each->is_framework || is_named_test(each))
			return true;
	}
	return false;
}

void grow_code_mark_tests(struct grow_code *code)
{
	bool has_all = mark_test_code(code);

	for (size_t i = 0; i < code->count; i++)
		/* What runs before main, and hands tests to a framework, has no file. */
		if (has_all || code->function[i].is_test_code ||
			code->function[i].is_framework ||
			!code->function[i].file)
			code_read_calls(code, &code->function[i]);
	if (has_all)
		mark_helpers(code);
	read_tables(code);
	own_mark_tests(code);
	own_name_by_file(code);
	code->has_tests = own_is_any_test(code);
}
