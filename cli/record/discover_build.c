/* SPDX-License-Identifier: MIT
 * Tests that CTest and Meson know, and what kind of build tree one is. */
#include "config.h"

#include "cli/record/discover.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/json.h"
#include "lib/memory.h"

/* Says to Meson that a test was skipped. */
#define SKIP_CODE 77

/*--- CTest ---*/

/* What properties say beside what a test keeps of them. */
struct properties {
	bool is_disabled;
	char **changes; /* of variables */
	char **before;	/* names of tests that run first */
};

/* Properties that are lists of texts. */
static void take_texts(struct test *test, struct properties *properties,
	const struct json_at *property, const char *name)
{
	const struct {
		const char *name;
		char ***texts;
	} rows[] = {{"ENVIRONMENT", &test->environment},
		{"ENVIRONMENT_MODIFICATION", &properties->changes},
		{"DEPENDS", &properties->before},
		{"PASS_REGULAR_EXPRESSION", &test->pass_patterns},
		{"FAIL_REGULAR_EXPRESSION", &test->fail_patterns},
		{"SKIP_REGULAR_EXPRESSION", &test->skip_patterns}};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(name, rows[i].name) == 0 && !*rows[i].texts)
			*rows[i].texts = tests_read_words(property, "value");
}

static void take_property(struct test *test, struct properties *properties,
	const struct json_at *property)
{
	const char *name = json_get_text(property, "name");

	if (!name || !json_has(property, "value"))
		return;
	if (strcmp(name, "DISABLED") == 0) {
		properties->is_disabled = json_get_bool(property, "value");
	} else if (strcmp(name, "WORKING_DIRECTORY") == 0) {
		const char *directory = json_get_text(property, "value");
		free(test->directory);
		test->directory =
			directory ? memory_string_dup(directory) : NULL;
	} else if (strcmp(name, "WILL_FAIL") == 0) {
		test->should_fail = json_get_bool(property, "value");
	} else if (strcmp(name, "SKIP_RETURN_CODE") == 0) {
		test->skip_code = (int)json_get_count(property, "value", 255);
	} else {
		take_texts(test, properties, property, name);
	}
}

static void take_properties(struct test *test, struct properties *properties,
	const struct json_at *at)
{
	struct json_at array;

	if (!json_has(at, "properties"))
		return;
	array = json_at_member(at, "properties", JSON_KIND_ARRAY);
	for (size_t i = 0; i < json_at_length(&array); i++) {
		struct json_at property =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		take_property(test, properties, &property);
	}
	test->environment =
		discover_modify(test->environment, properties->changes);
	arguments_free_words(properties->changes);
}

/* What CTest says of all tests, and which of them are taken already. */
struct ctest_list {
	struct json_at array;
	bool *is_taken;
	const struct moved *moved;
};

static void take_ctest(
	struct discovery *discovery, struct ctest_list *list, size_t number);

static void take_named(struct discovery *discovery, struct ctest_list *list,
	const char *wanted)
{
	for (size_t i = 0; i < json_at_length(&list->array); i++) {
		struct json_at at =
			json_at_element(&list->array, i, JSON_KIND_OBJECT);
		const char *name = json_get_text(&at, "name");
		if (name && strcmp(name, wanted) == 0)
			take_ctest(discovery, list, i);
	}
}

/* Takes a test after those that prepare what it needs (DEPENDS, FIXTURES_SETUP). */
static void take_ctest(
	struct discovery *discovery, struct ctest_list *list, size_t number)
{
	struct json_at at =
		json_at_element(&list->array, number, JSON_KIND_OBJECT);
	const char *name = json_get_text(&at, "name");
	struct properties properties = {0};
	struct test test = {0};

	if (list->is_taken[number])
		return;
	list->is_taken[number] = true;
	if (!json_has(&at, "command")) { /* CTest did not find its program */
		discovery->absent++;
		return;
	}
	test.command = tests_read_words(&at, "command");
	test.name = name ? memory_string_dup(name) : NULL;
	take_properties(&test, &properties, &at);
	for (char **word = properties.before; word && *word; word++)
		take_named(discovery, list, *word);
	arguments_free_words(properties.before);
	discovery->disabled += properties.is_disabled;
	moved_fix_test(list->moved, &test);
	if (!properties.is_disabled && test.command[0])
		discover_add(discovery, &test, &discovery->of_ctest);
	else
		tests_forget(&test);
}

/* What CMakeCache.txt in DIRECTORY has for KEY. Free it; NULL: nothing. */
static char *cached_dup(const char *directory, const char *key)
{
	char *path = memory_format("%s/CMakeCache.txt", directory);
	FILE *in = fopen(path, "re");
	char *line = NULL, *value = NULL;
	size_t bytes = 0, length = strlen(key);

	while (in && !value && getline(&line, &bytes, in) >= 0)
		if (strncmp(line, key, length) == 0 && line[length] == '=')
			value = memory_string_dup_length(line + length + 1,
				strcspn(line + length + 1, "\n"));
	if (in)
		fclose(in);
	free(line);
	free(path);
	return value;
}

/* What CTest says of the tests in DIRECTORY. */
static int take_all_ctest(struct discovery *discovery, const char *directory,
	const struct moved *moved, struct error *err)
{
	char *command[] = {
		(char *)"ctest", (char *)"--show-only=json-v1", NULL};
	struct json_reader reader = {err, false};
	struct json_value *value;
	struct ctest_list list = {.moved = moved};
	struct json_at top;

	if (discover_ask(discovery, command, directory, NULL, err) != 0)
		return -1;
	value = json_read_file(discovery->scratch, err);
	if (!value)
		return error_add_context(err, "what ctest says");
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	list.array = json_at_member(&top, "tests", JSON_KIND_ARRAY);
	list.is_taken = memory_alloc_zero(
		json_at_length(&list.array) + 1, sizeof *list.is_taken);
	for (size_t i = 0; i < json_at_length(&list.array); i++)
		take_ctest(discovery, &list, i);
	free(list.is_taken);
	json_free(value);
	return reader.failed ? error_add_context(err, "what ctest says") : 0;
}

/* CTest leaves out programs that are not where it looks, so that of a tree which
 * was moved it is shown a copy of its files. Where the copy is, a test without a
 * directory of its own runs in the tree. */
static int take_moved_ctest(
	struct discovery *discovery, struct moved *moved, struct error *err)
{
	char *shadow = memory_format("%s.d", discovery->scratch);
	char *at = NULL;
	int result = moved_copy_cmake(moved, shadow, err);

	at = result == 0 ? realpath(shadow, NULL) : NULL;
	if (at) {
		free(moved->old_build);
		moved->old_build = at;
		result = take_all_ctest(discovery, shadow, moved, err);
	}
	folders_remove(shadow);
	free(shadow);
	return result;
}

int discover_ctest(
	struct discovery *discovery, const char *directory, struct error *err)
{
	char *build = cached_dup(directory, "CMAKE_CACHEFILE_DIR:INTERNAL");
	char *source = cached_dup(directory, "CMAKE_HOME_DIRECTORY:INTERNAL");
	struct moved moved;
	int result;

	moved_find(&moved, directory, build, source);
	result = moved.build
			 ? take_moved_ctest(discovery, &moved, err)
			 : take_all_ctest(discovery, directory, &moved, err);
	if (result != 0)
		error_add_context(err, "%s", directory);
	moved_release(&moved);
	free(build);
	free(source);
	return result;
}

/*--- Meson ---*/

static char **take_variables(const struct json_at *object)
{
	size_t count = json_at_length(object);
	char **word = memory_alloc_zero(count + 1, sizeof *word);

	for (size_t i = 0; i < count; i++) {
		const char *key = json_get_key(object, i);
		const char *value = json_get_text(object, key);
		word[i] = memory_format("%s=%s", key, value ? value : "");
	}
	return word;
}

/* Which tests of DIRECTORY are to fail, in the order of MESON_TESTS, which leaves that
 * out: '1' or '0' for each, "" if Meson cannot say. Free it. */
static char *ask_meson_dup(struct discovery *discovery, const char *directory)
{
	char *command[] = {(char *)"meson", (char *)"runpython", (char *)"-c",
		(char *)"import pickle\n"
			"tests = open('meson-private/meson_test_setup.dat', "
			"'rb')\n"
			"print(''.join('01'[t.should_fail] for t in "
			"pickle.load(tests)))",
		NULL};
	struct error ignored = {{0}};
	char *line = NULL;
	size_t bytes = 0;
	FILE *in = NULL;

	if (discover_ask(discovery, command, directory, NULL, &ignored) == 0)
		in = fopen(discovery->scratch, "re");
	if (!in || getline(&line, &bytes, in) < 0) {
		free(line);
		line = memory_string_dup("");
	}
	if (in)
		fclose(in);
	line[strcspn(line, "\n")] = '\0';
	return line;
}

/* Where Meson runs tests that name no directory: the build tree HERE. */
static void take_meson(struct discovery *discovery, const struct json_at *at,
	const char *here, const struct moved *moved, bool should_fail)
{
	const char *name = json_get_text(at, "name");
	const char *directory =
		json_has(at, "workdir") ? json_get_text(at, "workdir") : here;
	struct test test = {.command = tests_read_words(at, "cmd"),
		.should_fail = should_fail};

	if (json_has(at, "protocol")) {
		const char *protocol = json_get_text(at, "protocol");
		test.prints_tap = protocol && strcmp(protocol, "tap") == 0;
	}
	if (json_has(at, "env")) {
		struct json_at variables =
			json_at_member(at, "env", JSON_KIND_OBJECT);
		test.environment = take_variables(&variables);
	}
	test.name = name ? memory_string_dup(name) : NULL;
	test.directory = directory ? memory_string_dup(directory) : NULL;
	test.skip_code = SKIP_CODE;
	moved_fix_test(moved, &test);
	if (test.command && test.command[0])
		discover_add(discovery, &test, &discovery->of_meson);
	else
		tests_forget(&test);
}

#define MESON_TESTS "meson-info/intro-tests.json"

/* Where Meson configured DIRECTORY. */
static void find_moved_meson(struct moved *moved, const char *directory)
{
	char *path = memory_format("%s/meson-info/meson-info.json", directory);
	struct error ignored = {{0}};
	struct json_reader reader = {&ignored, false};
	struct json_value *value = json_read_file(path, &ignored);
	struct json_at top, directories;

	*moved = (struct moved){0};
	free(path);
	if (!value)
		return;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	directories = json_at_member(&top, "directories", JSON_KIND_OBJECT);
	if (directories.value)
		moved_find(moved, directory,
			json_get_text(&directories, "build"),
			json_get_text(&directories, "source"));
	json_free(value);
}

int discover_meson(
	struct discovery *discovery, const char *directory, struct error *err)
{
	char *path = memory_format("%s/" MESON_TESTS, directory);
	char *here = realpath(directory, NULL);
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {err, false};
	struct json_at array;
	struct moved moved;
	char *expected = ask_meson_dup(discovery, directory);
	bool is_known;

	find_moved_meson(&moved, directory);
	if (value) {
		array = json_at_top(&reader, value, JSON_KIND_ARRAY);
		is_known = strlen(expected) == json_at_length(&array);
		for (size_t i = 0; i < json_at_length(&array); i++) {
			struct json_at test =
				json_at_element(&array, i, JSON_KIND_OBJECT);
			take_meson(discovery, &test, here, &moved,
				is_known && expected[i] == '1');
		}
		if (reader.failed)
			error_add_context(err, "%s", path);
		json_free(value);
	}
	moved_release(&moved);
	free(expected);
	free(here);
	free(path);
	return !value || reader.failed ? -1 : 0;
}

/*--- which ---*/

static bool has_automake_makefile(const char *path)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t bytes = 0;
	bool found = false;

	while (in && !found && getline(&line, &bytes, in) >= 0)
		found = strstr(line, "generated by automake");
	if (in)
		fclose(in);
	free(line);
	return found;
}

discover_tree *discover_tree_of(const char *directory)
{
	char *ctest = memory_format("%s/CTestTestfile.cmake", directory);
	char *meson = memory_format("%s/" MESON_TESTS, directory);
	char *makefile = memory_format("%s/Makefile", directory);
	discover_tree *tree = access(ctest, R_OK) == 0	 ? discover_ctest
			      : access(meson, R_OK) == 0 ? discover_meson
			      : has_automake_makefile(makefile)
				      ? discover_automake
			      : discover_has_make(directory) ? discover_make
							     : NULL;

	free(ctest);
	free(meson);
	free(makefile);
	return tree;
}
