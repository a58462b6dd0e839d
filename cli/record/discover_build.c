/* SPDX-License-Identifier: MIT
 * Tests that build systems know: CTest, Meson, Automake. */
#include "config.h"

#include "cli/record/discover.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

/* Says that a test was skipped, to Meson and to Automake. */
#define SKIP_CODE 77

/*--- CTest ---*/

/* Returns whether the test is to be run. */
static bool take_property(struct test *test, const struct json_at *property)
{
	const char *name = json_get_text(property, "name");

	if (name == NULL || !json_has(property, "value"))
		return true;
	if (strcmp(name, "DISABLED") == 0)
		return !json_get_bool(property, "value");
	if (strcmp(name, "WORKING_DIRECTORY") == 0) {
		const char *directory = json_get_text(property, "value");
		free(test->directory);
		test->directory =
			directory != NULL ? memory_string_dup(directory) : NULL;
	} else if (strcmp(name, "WILL_FAIL") == 0) {
		test->should_fail = json_get_bool(property, "value");
	} else if (strcmp(name, "SKIP_RETURN_CODE") == 0) {
		test->skip_code = (int)json_get_count(property, "value", 255);
	} else if (strcmp(name, "ENVIRONMENT") == 0 &&
		   test->environment == NULL) {
		struct json_at value =
			json_at_member(property, "value", JSON_KIND_ARRAY);
		test->environment = tests_read_words(&value);
	}
	return true;
}

static void take_ctest(struct discovery *discovery, const struct json_at *at)
{
	struct json_at command, properties;
	const char *name = json_get_text(at, "name");
	struct test test = {0};
	bool is_enabled = true;

	if (!json_has(at, "command")) { /* CTest did not find its program */
		discovery->absent++;
		return;
	}
	command = json_at_member(at, "command", JSON_KIND_ARRAY);
	test.command = tests_read_words(&command);
	test.name = name != NULL ? memory_string_dup(name) : NULL;
	if (json_has(at, "properties")) {
		properties = json_at_member(at, "properties", JSON_KIND_ARRAY);
		for (size_t i = 0; i < json_at_length(&properties); i++) {
			struct json_at property = json_at_element(
				&properties, i, JSON_KIND_OBJECT);
			is_enabled &= take_property(&test, &property);
		}
	}
	discovery->disabled += !is_enabled;
	if (is_enabled && test.command[0] != NULL)
		discover_add(discovery, &test, &discovery->of_ctest);
	else
		tests_forget(&test);
}

int discover_ctest(
	struct discovery *discovery, const char *directory, struct error *err)
{
	char *command[] = {
		(char *)"ctest", (char *)"--show-only=json-v1", NULL};
	struct json_reader reader = {err, false};
	struct json_value *value;
	struct json_at top, array;

	if (discover_ask(discovery, command, directory, NULL, err) != 0)
		return error_add_context(err, "%s", directory);
	value = json_read_file(discovery->scratch, err);
	if (value == NULL)
		return error_add_context(err, "what ctest says");
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	array = json_at_member(&top, "tests", JSON_KIND_ARRAY);
	for (size_t i = 0; i < json_at_length(&array); i++) {
		struct json_at test =
			json_at_element(&array, i, JSON_KIND_OBJECT);
		take_ctest(discovery, &test);
	}
	json_free(value);
	return reader.failed ? error_add_context(err, "what ctest says") : 0;
}

/*--- Meson ---*/

static char **take_variables(const struct json_at *object)
{
	size_t count = json_at_length(object);
	char **word = memory_alloc_zero(count + 1, sizeof *word);

	for (size_t i = 0; i < count; i++) {
		const char *key = json_get_key(object, i);
		const char *value = json_get_text(object, key);
		word[i] =
			memory_format("%s=%s", key, value != NULL ? value : "");
	}
	return word;
}

/* Where Meson runs tests that name no directory: the build tree HERE. */
static void take_meson(
	struct discovery *discovery, const struct json_at *at, const char *here)
{
	struct json_at command = json_at_member(at, "cmd", JSON_KIND_ARRAY);
	const char *name = json_get_text(at, "name");
	const char *directory =
		json_has(at, "workdir") ? json_get_text(at, "workdir") : here;
	struct test test = {.command = tests_read_words(&command)};

	if (json_has(at, "env")) {
		struct json_at variables =
			json_at_member(at, "env", JSON_KIND_OBJECT);
		test.environment = take_variables(&variables);
	}
	test.name = name != NULL ? memory_string_dup(name) : NULL;
	test.directory =
		directory != NULL ? memory_string_dup(directory) : NULL;
	test.skip_code = SKIP_CODE;
	if (test.command[0] != NULL)
		discover_add(discovery, &test, &discovery->of_meson);
	else
		tests_forget(&test);
}

#define MESON_TESTS "meson-info/intro-tests.json"

int discover_meson(
	struct discovery *discovery, const char *directory, struct error *err)
{
	char *path = memory_format("%s/" MESON_TESTS, directory);
	char *here = realpath(directory, NULL);
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {err, false};
	struct json_at array;

	if (value != NULL) {
		array = json_at_top(&reader, value, JSON_KIND_ARRAY);
		for (size_t i = 0; i < json_at_length(&array); i++) {
			struct json_at test =
				json_at_element(&array, i, JSON_KIND_OBJECT);
			take_meson(discovery, &test, here);
		}
		if (reader.failed)
			error_add_context(err, "%s", path);
		json_free(value);
	}
	free(here);
	free(path);
	return value == NULL || reader.failed ? -1 : 0;
}

/*--- Automake ---*/

/* Prints what the variables of a Makefile are, and makes nothing. */
static const char automake_question[] =
	"include Makefile\n"
	"$(foreach t,$(TESTS),$(info test $t))"
	"$(foreach d,$(SUBDIRS),$(info directory $d))"
	"$(info source $(abs_srcdir))\n"
	"retread-tests: ; @:\n";

/* A test is built here, or is a script in the source tree. */
static void take_automake(struct discovery *discovery, const char *directory,
	const char *source, const char *name)
{
	char *here = realpath(directory, NULL);
	char *built = memory_format("%s/%s", here, name);
	char *script = memory_format("%s/%s", source, name);
	struct arguments command = {0}, environment = {0};
	struct test test = {.name = memory_string_dup(name), .directory = here};

	arguments_add(&command, access(built, F_OK) == 0 ? built : script);
	arguments_add_format(&environment, "srcdir=%s", source);
	test.command = arguments_detach(&command);
	test.environment = arguments_detach(&environment);
	discover_add(discovery, &test, &discovery->of_automake);
	free(built);
	free(script);
}

/* Lines "test NAME", "directory NAME", "source NAME". */
struct answer {
	char **test, **directory;
	char *source;
	size_t tests, directories;
};

static struct answer read_answer(const char *file)
{
	struct answer answer = {0};
	size_t bytes = 0, tests_room = 0, directories_room = 0;
	char *line = NULL;
	FILE *in = fopen(file, "re");

	while (in != NULL && getline(&line, &bytes, in) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "test ", 5) == 0) {
			answer.test = memory_grow(answer.test, &tests_room,
				answer.tests + 1, sizeof *answer.test);
			answer.test[answer.tests++] =
				memory_string_dup(line + 5);
		} else if (strncmp(line, "directory ", 10) == 0) {
			answer.directory = memory_grow(answer.directory,
				&directories_room, answer.directories + 1,
				sizeof *answer.directory);
			answer.directory[answer.directories++] =
				memory_string_dup(line + 10);
		} else if (strncmp(line, "source ", 7) == 0 &&
			   answer.source == NULL) {
			answer.source = memory_string_dup(line + 7);
		}
	}
	if (in != NULL)
		fclose(in);
	free(line);
	return answer;
}

#define DEPTH_MAX 16 /* of subdirectories: no tree is deeper */

static int ask_make(struct discovery *discovery, const char *directory,
	unsigned depth, struct error *err)
{
	/* -o: a Makefile that is out of date is not made again. */
	char *command[] = {(char *)"make", (char *)"-s",
		(char *)"--no-print-directory", (char *)"-o",
		(char *)"Makefile", (char *)"-f", (char *)"-",
		(char *)"retread-tests", NULL};
	struct answer answer;
	int status = 0;

	if (discover_ask(
		    discovery, command, directory, automake_question, err) != 0)
		return error_add_context(err, "%s", directory);
	answer = read_answer(discovery->scratch);
	for (size_t i = 0; i < answer.tests; i++) {
		take_automake(discovery, directory,
			answer.source != NULL ? answer.source : directory,
			answer.test[i]);
		free(answer.test[i]);
	}
	for (size_t i = 0; i < answer.directories; i++) {
		char *below =
			memory_format("%s/%s", directory, answer.directory[i]);
		if (status == 0 && depth < DEPTH_MAX &&
			strcmp(answer.directory[i], ".") != 0)
			status = ask_make(discovery, below, depth + 1, err);
		free(below);
		free(answer.directory[i]);
	}
	free(answer.test);
	free(answer.directory);
	free(answer.source);
	return status;
}

int discover_automake(
	struct discovery *discovery, const char *directory, struct error *err)
{
	return ask_make(discovery, directory, 0, err);
}

/*--- which ---*/

static bool has_automake_makefile(const char *path)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t bytes = 0;
	bool found = false;

	while (in != NULL && !found && getline(&line, &bytes, in) >= 0)
		found = strstr(line, "generated by automake") != NULL;
	if (in != NULL)
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
				      : NULL;

	free(ctest);
	free(meson);
	free(makefile);
	return tree;
}
