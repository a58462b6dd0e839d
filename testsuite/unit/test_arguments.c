/* SPDX-License-Identifier: MIT
 * Tests of lib/arguments and lib/settings: lists of words have room for all that
 * is added, and an option of the analysis is one row on its whole way from
 * `retread record` to the analyzer. */
#include "config.h"

#include "lib/arguments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/record/rings.h"
#include "cli/record/steps.h"
#include "lib/command/settings.h"
#include "lib/error.h"

#define PATTERNS 40

static void a_list_owns_copies_and_ends_in_null(void **state)
{
	struct arguments list = {0};
	char word[] = "first", *more[] = {word, word, NULL};

	(void)state;
	arguments_add(&list, word);
	arguments_add_format(&list, "--%s=%d", "jobs", 4);
	arguments_add_option(&list, "out", "DIR");
	arguments_add_option(&list, "test", NULL);
	arguments_add_all(&list, more);
	word[0] = 'w';
	assert_int_equal(list.count, 6);
	assert_string_equal(list.word[0], "first");
	assert_string_equal(list.word[1], "--jobs=4");
	assert_string_equal(list.word[2], "--out");
	assert_string_equal(list.word[3], "DIR");
	assert_string_equal(list.word[5], "first");
	assert_null(list.word[6]);
	arguments_release(&list);
	assert_int_equal(list.count, 0);
	assert_null(list.word);
}

static void words_can_be_taken_out_of_a_list(void **state)
{
	struct arguments list = {0};
	char **words = arguments_detach(&list);

	(void)state;
	assert_null(words[0]);
	arguments_free_words(words);
	for (int i = 0; i < 1000; i++)
		arguments_add_format(&list, "%d", i);
	words = arguments_detach(&list);
	assert_int_equal(list.count, 0);
	assert_string_equal(words[999], "999");
	assert_null(words[1000]);
	arguments_free_words(words);
	arguments_free_words(NULL);
}

/* ---- from `retread record` to the analyzer ---- */

/* A value that each kind of row takes, and that is no default. */
static const char *sample(const struct option_row *row)
{
	switch (row->kind) {
	case OPTION_FLAG:
	case OPTION_CLEAR:
	case OPTION_COUNT:
		return NULL;
	case OPTION_CHOICE:
		return row->choices[1];
	case OPTION_NUMBER:
		return row->max > 0 && row->max < 77 ? "1" : "77";
	case OPTION_SIZE:
	case OPTION_TIME:
		return "77";
	default:
		return "-a *'\"b";
	}
}

static void add_samples(const struct option_set *set, struct arguments *words)
{
	for (size_t i = 0; i < set->row_count; i++) {
		const struct option_row *row = &set->row[i];

		arguments_add_format(words, "--%s", row->name);
		if (sample(row) != NULL)
			arguments_add(words, sample(row));
	}
}

/* As the analyzer does, beside options of its own. */
static void read_in_analyzer(
	const struct option_set *set, void *fields, struct arguments *words)
{
	const char *ring = NULL, *out = NULL, *test = NULL;
	bool quiet = false;
	const struct option_row rows[] = {
		{"ring", 0, OPTION_TEXT, &ring, .help = "RING"},
		{"out", 'o', OPTION_TEXT, &out, .help = "OUT"},
		{.kind = OPTION_SET, .value = fields, .set = set},
		{"test", 0, OPTION_TEXT, &test, .help = "TEST"},
		{"quiet", 'q', OPTION_FLAG, &quiet, .help = "QUIET"},
	};
	const struct options options = {"retread-analyze", "", NULL, rows,
		sizeof rows / sizeof rows[0], false};
	char **argv = arguments_array(words);
	struct operands operands;
	struct error err = {{0}};

	assert_int_equal(options_parse(&options, (int)words->count, argv,
				 &operands, &err),
		OPTIONS_RUN);
	assert_int_equal(operands.count, 0);
	free(argv);
}

/* Both sets of FIELDS say the same. */
static void check_same(const struct option_set *set, const void *fields,
	const struct option_set *other_set, const void *other)
{
	struct arguments a = {0}, b = {0};

	options_add_arguments(set, fields, &a);
	options_add_arguments(other_set, other, &b);
	assert_int_equal(a.count, b.count);
	for (size_t i = 0; i < a.count; i++)
		assert_string_equal(a.word[i], b.word[i]);
	arguments_release(&a);
	arguments_release(&b);
}

/* COMMAND becomes that of the analyzer of `retread record WORDS`, TAKEN what it
 * takes of that; texts are borrowed. */
static void pass_on(struct arguments *words, struct arguments *command,
	struct settings *taken)
{
	struct record_options chosen = {
		.verb = "record", .recording.settings = SETTINGS_DEFAULT};
	struct ring ring = {
		.path = (char *)"ring", .directory = (char *)"directory"};
	struct rings rings = {.analyzer = "retread-analyze", .test = "a test"};
	struct operands operands;
	char **argv;
	int status;

	arguments_add(words, "--");
	arguments_add(words, "true");
	argv = arguments_array(words);
	assert_true(record_parse(
		&chosen, (int)words->count, argv, &operands, &status));
	assert_string_equal(operands.operand[0], "true");
	free(argv);
	rings.settings = chosen.recording.settings;
	rings_add_analyzer(&rings, &ring, command);
	read_in_analyzer(&settings_options, taken, command);
	check_same(&settings_options, &chosen.recording.settings,
		&settings_options, taken);
	settings_release(taken);
	record_release(&chosen);
}

static void options_of_the_analysis_reach_it(void **state)
{
	struct arguments words = {0}, command = {0};
	struct settings taken = {.max_memory = 1};

	(void)state;
	arguments_add(&words, "record");
	add_samples(&settings_options, &words);
	pass_on(&words, &command, &taken);
	assert_int_equal(taken.max_memory, 77);
	assert_true(taken.follow_all);
	assert_true(taken.keep_trace);
	assert_int_equal(taken.threads, 1);
	assert_string_equal(taken.symbol_cache, "-a *'\"b");
	arguments_release(&command);
	arguments_release(&words);
}

static void defaults_reach_it(void **state)
{
	struct arguments words = {0}, command = {0};
	struct settings taken = {.max_memory = 1};

	(void)state;
	arguments_add(&words, "record");
	pass_on(&words, &command, &taken);
	assert_int_equal(taken.max_memory, UINT64_C(2) << 30);
	assert_false(taken.follow_all);
	assert_null(taken.symbol_cache);
	arguments_release(&command);
	arguments_release(&words);
}

static void any_number_of_options_reaches_it(void **state)
{
	struct arguments words = {0}, command = {0};
	struct settings taken = SETTINGS_DEFAULT;

	(void)state;
	arguments_add(&words, "record");
	for (int i = 0; i < PATTERNS; i++) {
		arguments_add_format(&words, "--include=pattern%d", i);
		arguments_add_format(&words, "--exclude=pattern%d", i);
		add_samples(&settings_options, &words);
	}
	pass_on(&words, &command, &taken);
	assert_true(command.count > (size_t)4 * PATTERNS);
	arguments_release(&command);
	arguments_release(&words);
}

/* ---- one option more ---- */

enum rule { RULE_ONE, RULE_TWO };

struct more_settings {
	struct settings settings;
	int rule;
	uint64_t seconds;
};

static const char *const rules[] = {"one", "two", NULL};

static void a_further_option_is_one_row(void **state)
{
	const struct option_row further[] = {
		{"rule", 0, OPTION_CHOICE,
			.offset = offsetof(struct more_settings, rule),
			.choices = rules, .help = "RULE"},
		{"seconds", 0, OPTION_TIME,
			.offset = offsetof(struct more_settings, seconds),
			.help = "TIME"},
	};
	struct option_row rows[32];
	const struct option_set set = {rows, settings_options.row_count + 2};
	struct more_settings typed = {.settings = SETTINGS_DEFAULT};
	struct more_settings taken = {.rule = RULE_ONE};
	struct arguments words = {0}, passed = {0};

	(void)state;
	assert_true(set.row_count <= sizeof rows / sizeof rows[0]);
	memcpy(rows, settings_options.row,
		settings_options.row_count * sizeof *rows);
	memcpy(rows + settings_options.row_count, further, sizeof further);
	arguments_add(&words, "record");
	arguments_add_option(&words, "rule", "two");
	arguments_add_option(&words, "seconds", "2m");
	arguments_add_option(&words, "include", "list_*");
	read_in_analyzer(&set, &typed, &words);
	arguments_add(&passed, "retread-analyze");
	options_add_arguments(&set, &typed, &passed);
	read_in_analyzer(&set, &taken, &passed);
	check_same(&set, &typed, &set, &taken);
	assert_int_equal(taken.rule, RULE_TWO);
	assert_int_equal(taken.seconds, 120);
	assert_int_equal(taken.settings.include.count, 1);
	assert_int_equal(taken.settings.max_memory, UINT64_C(2) << 30);
	settings_release(&typed.settings);
	settings_release(&taken.settings);
	arguments_release(&words);
	arguments_release(&passed);
}

static void a_number_that_cannot_be_given_is_not_passed_on(void **state)
{
	const struct option_row rows[] = {
		{"seconds", 0, OPTION_TIME,
			.offset = offsetof(struct more_settings, seconds)},
	};
	const struct option_set set = {rows, 1};
	const struct more_settings none = {.seconds = 0};
	struct arguments passed = {0};

	(void)state;
	options_add_arguments(&set, &none, &passed);
	assert_int_equal(passed.count, 0);
	arguments_release(&passed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_owns_copies_and_ends_in_null),
		cmocka_unit_test(words_can_be_taken_out_of_a_list),
		cmocka_unit_test(options_of_the_analysis_reach_it),
		cmocka_unit_test(defaults_reach_it),
		cmocka_unit_test(any_number_of_options_reaches_it),
		cmocka_unit_test(a_further_option_is_one_row),
		cmocka_unit_test(
			a_number_that_cannot_be_given_is_not_passed_on),
	};

	return cmocka_run_group_tests_name("arguments", tests, NULL, NULL);
}
