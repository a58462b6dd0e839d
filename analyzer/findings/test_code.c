/* SPDX-License-Identifier: MIT
 * Which functions are a test's own. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <stddef.h>
#include <string.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/user_code.h"
#include "analyzer/symbols/chosen_code.h"
#include "analyzer/symbols/symbols.h"
#include "lib/code/test_names.h"

/* Of GoogleTest: it keeps lists of what is registered, and goes through them for each. */
static bool is_framework(const struct symbol_function *function)
{
	return strncmp(function->name, "testing::", 9) == 0;
}

static bool is_named_so(const struct symbol_function *function)
{
	return test_names_have_word(function->name) ||
	       (function->file && test_names_are_of_file(function->file));
}

static bool is_in_folder(const struct symbol_function *function)
{
	return function->file && test_names_are_in_folder(function->file);
}

void test_code_note(
	struct test_code *code, const struct symbol_function *function)
{
	bool named = is_named_so(function), inside = is_in_folder(function);

	if (is_framework(function))
		return;
	code->has_other_name |= !named;
	code->has_other_folder |= !inside;
	code->has_other |= !named && !inside;
}

bool test_code_is(
	const struct test_code *code, const struct symbol_function *function)
{
	if (is_framework(function))
		return true;
	/* If all is in such a folder, only names tell. */
	if (!code->has_other_folder)
		return code->has_other_name && is_named_so(function);
	return code->has_other &&
	       (is_named_so(function) || is_in_folder(function));
}

bool test_code_is_framework(const struct path *path)
{
	bool is_framework = false;

	for (; path && !user_code_has(path->function); path = path->parent)
		is_framework |= path->function->chosen <= 0 &&
				chosen_code_is_framework(path->function);
	/* Of a framework that was asked for, all is yours. */
	return is_framework &&
	       !(path && chosen_code_is_framework(path->function));
}

/* Whether FUNCTION is there to call others: main(), and what runs constructors. */
static bool is_entry(const struct symbol_function *function)
{
	static const char *const initialization[] = {"_GLOBAL__sub_I_",
		"__cxx_global_var_init",
		"__static_initialization_and_destruction"};

	for (size_t i = 0; i < sizeof initialization / sizeof initialization[0];
		i++)
		if (strncmp(function->name, initialization[i],
			    strlen(initialization[i])) == 0)
			return true;
	return strcmp(function->name, "main") == 0;
}

bool test_code_passes(
	const struct test_code *code, const struct symbol_function *function)
{
	return is_entry(function) || test_code_is(code, function);
}

bool test_code_has(const struct test_code *code, const struct path *path)
{
	const struct symbol_function *called = NULL; /* by what is an entry */

	for (;; path = path->parent) {
		if (!is_entry(path->function))
			called = path->function;
		if (!path->parent)
			break;
	}
	if (test_code_is(code, path->function))
		return true;
	return called && is_entry(path->function) && test_code_is(code, called);
}

/* A lambda that was inlined has no name of its own: it is who made it. */
static bool is_lambda(const struct symbol_function *function)
{
	return strcmp(function->name, "operator()") == 0;
}

static bool is_check(
	const struct test_code *code, const struct symbol_function *function)
{
	return test_names_check(function->name) &&
	       (!code->sites ||
		       sites_count_parameters(code->sites, function) <= 1);
}

bool test_code_has_all(const struct test_code *code, const struct path *path)
{
	bool has_all = true;

	for (; path; path = path->parent) {
		const struct symbol_function *function = path->function;
		if (is_check(code, function))
			has_all = true;
		else if (user_code_has(function) && !is_lambda(function) &&
			 !test_code_is(code, function) && !is_entry(function))
			has_all = false;
	}
	return has_all;
}

/* Whether the end of PATH is: of a lambda that was inlined the name of what calls it, a
 * template, says who made it. */
static bool has_test_at_end(
	const struct test_code *code, const struct path *path)
{
	return test_code_is(code, path->function) ||
	       (is_lambda(path->function) && path->parent &&
		       !user_code_has(path->parent->function) &&
		       test_names_have_argument(path->parent->function->name));
}

const struct path *test_code_called_back(
	const struct test_code *code, const struct path *path)
{
	const struct path *called = NULL;

	for (; path; path = path->parent) {
		if (!user_code_has(path->function))
			continue;
		if (!has_test_at_end(code, path))
			break;
		called = path;
	}
	while (path && is_entry(path->function))
		path = path->parent;
	return path ? called : NULL;
}

/* Whether FUNCTION is there to call CALLEE, of another file. */
static bool is_driver(const struct symbol_function *function,
	const struct symbol_function *callee)
{
	return is_entry(function) && callee && function->file && callee->file &&
	       strcmp(function->file, callee->file) != 0;
}

uint32_t test_code_lead(const struct test_code *code, const struct path *path)
{
	const struct symbol_function *callee = NULL;
	uint32_t lead = 0;

	for (; path; path = path->parent) {
		if (!user_code_has(path->function))
			continue;
		if (!test_code_is(code, path->function) &&
			!is_driver(path->function, callee))
			lead = path->length - 1;
		callee = path->function;
	}
	return lead;
}

/* Whether CLASS, of LENGTH bytes, is one of runners and not a test. */
static bool test_code_is_runner_class(const char *class, size_t length)
{
	static const char *const ends[] = {"runner", "suite", "case", NULL};

	for (const char *const *end = ends; *end; end++)
		if (length >= strlen(*end) &&
			strncasecmp(class + length - strlen(*end), *end,
				strlen(*end)) == 0)
			return true;
	return false;
}

/* Whether FUNCTION runs tests by its name: "load_tests", "test_runner::run". A
 * class whose method run() is a test has a name of its own: "list_test::run". */
static bool test_code_is_runner(const struct symbol_function *function)
{
	const char *name = function->name, *method = strstr(name, "::run");

	if (method && strcmp(method, "::run") == 0)
		return test_code_is_runner_class(
			       name, (size_t)(method - name)) ||
		       !test_names_have_word(name);
	return test_names_are_runner(name);
}

/* Whether FUNCTION calls INNER, a test, if that is not NULL: it has no name of its own, and
 * INNER has, or is in another file. */
static bool test_code_leads_to(const struct symbol_function *function,
	const struct symbol_function *inner)
{
	return inner && test_names_say_nothing(function->name) &&
	       (test_names_have_word(inner->name) ||
		       (function->file && inner->file &&
			       strcmp(function->file, inner->file) != 0)) &&
	       !test_names_say_nothing(inner->name);
}

const struct symbol_function *test_code_find(
	const struct test_code *code, const struct path *path)
{
	const struct symbol_function *run = NULL; /* by a framework */
	const struct symbol_function *test = NULL, *runner = NULL;
	const struct symbol_function *entry = NULL, *inner = NULL;

	for (; path; path = path->parent) {
		const struct symbol_function *function = path->function;
		if (is_framework(function) ||
			chosen_code_is_framework(function)) {
			run = inner ? inner : run;
			inner = NULL;
		} else if (user_code_has(function)) {
			inner = function;
			if (is_entry(function))
				entry = function;
			else if (!test_code_is(code, function))
				continue;
			else if (!test_code_is_runner(function) &&
				 !test_code_leads_to(function, test))
				test = function;
			else if (!runner)
				runner = function;
		}
	}
	return run ?: test ?: runner ?: entry;
}
