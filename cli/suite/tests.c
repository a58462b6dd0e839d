/* SPDX-License-Identifier: MIT
 * Tests to be recorded. */
#include "config.h"

#include "cli/suite/tests.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/words.h"

#define SCHEMA "retread-tests-1"

void tests_init(struct tests *tests)
{
	*tests = (struct tests){0};
}

void tests_forget(struct test *test)
{
	arguments_free_words(test->command);
	arguments_free_words(test->environment);
	arguments_free_words(test->pass_patterns);
	arguments_free_words(test->fail_patterns);
	arguments_free_words(test->skip_patterns);
	free(test->name);
	free(test->directory);
	*test = (struct test){0};
}

void tests_release(struct tests *tests)
{
	for (size_t i = 0; i < tests->count; i++)
		tests_forget(&tests->test[i]);
	free(tests->test);
	tests_init(tests);
}

void tests_add(struct tests *tests, const struct test *test)
{
	tests->test = memory_grow(tests->test, &tests->capacity,
		tests->count + 1, sizeof *tests->test);
	tests->test[tests->count++] = *test;
}

const char *tests_name(const struct test *test)
{
	return test->name ? test->name : words_base_name(test->command[0]);
}

int tests_enter(const struct test *test)
{
	for (size_t i = 0; test->environment && test->environment[i]; i++)
		putenv(test->environment[i]);
	return test->directory ? chdir(test->directory) : 0;
}

size_t tests_count_programs(const struct tests *tests)
{
	const char **program =
		memory_alloc_zero(tests->count + 1, sizeof *program);
	size_t count;

	for (size_t i = 0; i < tests->count; i++)
		program[i] = tests->test[i].command[0];
	count = words_sort_once(program, tests->count);
	free(program);
	return count;
}

/*--- reading ---*/

char **tests_read_words(const struct json_at *object, const char *key)
{
	struct arguments words = {0};
	struct json_at array;

	if (!json_has(object, key))
		return NULL;
	array = json_at_member(object, key, JSON_KIND_ARRAY);
	for (size_t i = 0; i < json_at_length(&array); i++) {
		const char *text = json_get_element_text(&array, i);
		arguments_add(&words, text ? text : "");
	}
	return arguments_detach(&words);
}

static char *tests_read_text(const struct json_at *object, const char *key)
{
	const char *text = json_has(object, key)
				   ? json_get_text_or_null(object, key)
				   : NULL;

	return text ? memory_string_dup(text) : NULL;
}

static void read_test(struct tests *tests, const struct json_at *object)
{
	struct test test = {.command = tests_read_words(object, "command"),
		.name = tests_read_text(object, "name"),
		.directory = tests_read_text(object, "directory"),
		.environment = tests_read_words(object, "environment"),
		.pass_patterns = tests_read_words(object, "pass_patterns"),
		.fail_patterns = tests_read_words(object, "fail_patterns"),
		.skip_patterns = tests_read_words(object, "skip_patterns")};

	if (json_has(object, "skip_code"))
		test.skip_code = (int)json_get_count(object, "skip_code", 255);
	if (json_has(object, "should_fail"))
		test.should_fail = json_get_bool(object, "should_fail");
	if (json_has(object, "prints_tap"))
		test.prints_tap = json_get_bool(object, "prints_tap");
	if (!test.command || !test.command[0] || test.command[0][0] == '\0')
		json_at_fail(object, "command", "names no program");
	tests_add(tests, &test);
}

static int read_json(struct tests *tests, const char *file, struct error *err)
{
	struct json_value *value = json_read_file(file, err);
	struct json_reader reader = {err, false};
	struct json_at top, array;
	const char *schema;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	schema = json_get_text(&top, "schema");
	if (schema && strcmp(schema, SCHEMA) != 0)
		json_at_fail(&top, "schema", "is not \"" SCHEMA "\"");
	array = json_at_member(&top, "tests", JSON_KIND_ARRAY);
	for (size_t i = 0; i < json_at_length(&array); i++) {
		struct json_at test =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		read_test(tests, &test);
	}
	if (!reader.failed && tests->count == 0)
		json_at_fail(&top, "tests", "is empty");
	json_free(value);
	if (reader.failed)
		error_add_context(err, "%s", file);
	return reader.failed ? -1 : 0;
}

/* A list of commands does not begin with a brace. */
static bool is_json(const char *file)
{
	FILE *in = fopen(file, "re");
	int first = ' ';

	while (in && strchr(" \t\r\n", first) && first > 0)
		first = getc(in);
	if (in)
		fclose(in);
	return first == '{';
}

int tests_read(struct tests *tests, const char *file, struct error *err)
{
	struct commands commands;
	int status;

	if (is_json(file))
		return read_json(tests, file, err);
	status = commands_read(&commands, file, err);
	for (size_t i = 0; status == 0 && i < commands.count; i++) {
		struct test test = {.command = commands.command[i]};
		tests_add(tests, &test);
		commands.command[i] = NULL;
	}
	commands_release(&commands);
	return status;
}

/*--- writing ---*/

static struct json_value *words_value(char *const *word)
{
	struct json_value *array = json_make_array();

	for (size_t i = 0; word && word[i]; i++)
		json_append_text(array, word[i]);
	return array;
}

static void put_patterns(
	struct json_value *object, const char *key, char *const *patterns)
{
	if (patterns)
		json_put(object, key, words_value(patterns));
}

static struct json_value *make_value(const struct tests *tests)
{
	struct json_value *top = json_make_object();
	struct json_value *array = json_make_array();

	for (size_t i = 0; i < tests->count; i++) {
		const struct test *test = &tests->test[i];
		struct json_value *object = json_make_object();
		json_put_text(object, "name", tests_name(test));
		json_put(object, "command", words_value(test->command));
		json_put_text(object, "directory", test->directory);
		json_put(object, "environment", words_value(test->environment));
		if (test->skip_code != 0)
			json_put_number(object, "skip_code", test->skip_code);
		if (test->should_fail)
			json_put_bool(object, "should_fail", true);
		if (test->prints_tap)
			json_put_bool(object, "prints_tap", true);
		put_patterns(object, "pass_patterns", test->pass_patterns);
		put_patterns(object, "fail_patterns", test->fail_patterns);
		put_patterns(object, "skip_patterns", test->skip_patterns);
		json_append(array, object);
	}
	json_put_text(top, "schema", SCHEMA);
	json_put(top, "tests", array);
	return top;
}

int tests_write(const struct tests *tests, const char *file, struct error *err)
{
	struct json_value *value = make_value(tests);
	int status = json_write_file(value, file, err);

	json_free(value);
	return status;
}

int tests_print(const struct tests *tests, FILE *out, struct error *err)
{
	struct json_value *value = make_value(tests);
	int status = json_print(value, out, err);

	json_free(value);
	return status;
}
