/* SPDX-License-Identifier: MIT
 * Tests of lib/options. */
#include "config.h"

#include "lib/command/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/error.h"

static const char *const formats[] = {"text", "json", "gcc", NULL};

/* A program with one option of each kind. */
struct fixture {
	bool all, color;
	int verbose, format;
	const char *output;
	struct option_texts ignore;
	uint64_t jobs, limit_bytes;
	struct option_row row[9];
	struct options options;
	struct operands operands;
	struct error err;
	char *argv[16];
	int argc;
};

static void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof *f);
	f->color = true;
	f->row[0] = (struct option_row){
		"all", 'a', OPTION_FLAG, &f->all, .help = "show everything"};
	f->row[1] = (struct option_row){"no-color", 0, OPTION_CLEAR, &f->color,
		.help = "print without colours"};
	f->row[2] = (struct option_row){"verbose", 'v', OPTION_COUNT,
		&f->verbose, .help = "say more; twice: debugging"};
	f->row[3] = (struct option_row){
		NULL, 0, OPTION_HEADING, .help = "Output options"};
	f->row[4] = (struct option_row){"output", 'o', OPTION_TEXT, &f->output,
		"FILE",
		"write to FILE instead of standard output, which is "
		"where results go when nothing else was asked for"};
	f->row[5] = (struct option_row){"ignore", 'I', OPTION_TEXTS, &f->ignore,
		"NAME", "leave out NAME"};
	f->row[6] = (struct option_row){"jobs", 'j', OPTION_NUMBER, &f->jobs,
		"N", "use N processes", .min = 1, .max = 64};
	f->row[7] = (struct option_row){"max-memory", 0, OPTION_SIZE,
		&f->limit_bytes, "SIZE", "stop at SIZE"};
	f->row[8] = (struct option_row){"format", 0, OPTION_CHOICE, &f->format,
		"NAME", "text, json or gcc", formats};
	f->options = (struct options){"prog verb", "[OPTION]... [DIR]",
		"Does a thing.", f->row, 9, false};
}

/* Parses the words, which end in NULL. */
static enum options_result parse(struct fixture *f, const char *word, ...)
{
	va_list words;

	f->argv[0] = (char *)"prog";
	f->argc = 1;
	va_start(words, word);
	for (; word; word = va_arg(words, const char *))
		f->argv[f->argc++] = (char *)word;
	va_end(words);
	f->argv[f->argc] = NULL;
	return options_parse(
		&f->options, f->argc, f->argv, &f->operands, &f->err);
}

static void long_options_set_their_values(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(
		parse(&f, "--all", "--no-color", "--output=x", "--jobs", "4",
			"--max-memory", "2G", "--format=gcc", NULL),
		OPTIONS_RUN);
	assert_true(f.all);
	assert_false(f.color);
	assert_string_equal(f.output, "x");
	assert_int_equal(f.jobs, 4);
	assert_int_equal(f.limit_bytes, 2ull << 30);
	assert_int_equal(f.format, 2);
	assert_int_equal(f.operands.count, 0);
}

static void short_options_cluster_and_take_values(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(
		parse(&f, "-avv", "-ox", "-j", "3", NULL), OPTIONS_RUN);
	assert_true(f.all);
	assert_int_equal(f.verbose, 2);
	assert_string_equal(f.output, "x");
	assert_int_equal(f.jobs, 3);
}

static void texts_collect_in_order(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(parse(&f, "-Ia", "--ignore", "b", NULL), OPTIONS_RUN);
	assert_int_equal(f.ignore.count, 2);
	assert_string_equal(f.ignore.text[0], "a");
	assert_string_equal(f.ignore.text[1], "b");
	options_free(&f.ignore);
	assert_null(f.ignore.text);
}

static void operands_and_options_mix(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(
		parse(&f, "one", "--all", "-", "-v", "two", NULL), OPTIONS_RUN);
	assert_true(f.all);
	assert_int_equal(f.operands.count, 3);
	assert_string_equal(f.operands.operand[0], "one");
	assert_string_equal(f.operands.operand[1], "-");
	assert_string_equal(f.operands.operand[2], "two");
}

static void nothing_after_two_dashes_is_an_option(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	assert_int_equal(parse(&f, "id", "--", "cmd", "--all", "--", "x", NULL),
		OPTIONS_RUN);
	assert_false(f.all);
	assert_int_equal(f.operands.before_dashes, 1);
	assert_int_equal(f.operands.count, 5);
	assert_string_equal(f.operands.operand[1], "cmd");
	assert_string_equal(f.operands.operand[2], "--all");
	assert_string_equal(f.operands.operand[3], "--");
	assert_string_equal(f.operands.operand[4], "x");
}

static void a_command_keeps_its_own_options(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	f.options.stop_at_operand = true;
	assert_int_equal(
		parse(&f, "-a", "cmd", "-v", "--", "-a", NULL), OPTIONS_RUN);
	assert_true(f.all);
	assert_int_equal(f.verbose, 0);
	assert_int_equal(f.operands.count, 4);
	assert_string_equal(f.operands.operand[1], "-v");
	assert_string_equal(f.operands.operand[2], "--");
}

static void check_error(const char *text, const char *word, const char *value)
{
	struct fixture f;

	fixture_init(&f);
	assert_int_equal(parse(&f, word, value, NULL), OPTIONS_ERROR);
	assert_string_equal(f.err.text, text);
}

static void an_option_without_help_is_hidden(void **state)
{
	bool raw = false;
	const struct option_row rows[] = {{"raw", 0, OPTION_FLAG, &raw}};
	const struct options options = {
		"retread x", "[OPTION]...", NULL, OPTION_ROWS(rows)};
	char *argv[] = {"x", "--raw", NULL}, *wrong[] = {"x", "--rav", NULL};
	struct operands operands;
	struct error err = {{0}};
	char *help = NULL;
	size_t bytes;
	FILE *stream = open_memstream(&help, &bytes);

	(void)state;
	assert_int_equal(
		options_parse(&options, 2, argv, &operands, &err), OPTIONS_RUN);
	assert_true(raw);
	options_print_help(&options, stream);
	fclose(stream);
	assert_null(strstr(help, "raw"));
	free(help);
	assert_int_equal(options_parse(&options, 2, wrong, &operands, &err),
		OPTIONS_ERROR);
	assert_null(strstr(err.text, "raw'"));
}

static void output_is_a_former_name_of_out(void **state)
{
	const char *out = NULL;
	const struct option_row rows[] = {{"out", 'o', OPTION_TEXT, &out,
		.argument = "FILE", .help = "write to FILE"}};
	const struct options options = {
		"retread x", "[OPTION]...", NULL, OPTION_ROWS(rows)};
	char *argv[] = {"x", "--output=a", NULL};
	char *wrong[] = {"x", "--outputs=a", NULL};
	struct operands operands;
	struct error err = {{0}};
	char *help = NULL;
	size_t bytes;
	FILE *stream = open_memstream(&help, &bytes);

	(void)state;
	assert_int_equal(
		options_parse(&options, 2, argv, &operands, &err), OPTIONS_RUN);
	assert_string_equal(out, "a");
	assert_int_equal(options_parse(&options, 2, wrong, &operands, &err),
		OPTIONS_ERROR);
	options_print_help(&options, stream);
	fclose(stream);
	assert_non_null(strstr(help, "--out FILE"));
	assert_null(strstr(help, "--output"));
	free(help);
}

static void an_unknown_option_names_the_nearest(void **state)
{
	(void)state;
	check_error("unknown option '--max-memroy'; did you mean "
		    "'--max-memory'?",
		"--max-memroy=1", NULL);
	check_error("unknown option '--outp'; did you mean '--output'?",
		"--outp", NULL);
	check_error("unknown option '--hepl'; did you mean '--help'?", "--hepl",
		NULL);
	check_error("unknown option '--xyzzy'; 'prog verb --help' lists them",
		"--xyzzy", NULL);
	check_error("unknown option '-z'; 'prog verb --help' lists them", "-az",
		NULL);
}

static void a_wrong_value_says_which_and_why(void **state)
{
	(void)state;
	check_error("option '--output' needs FILE", "--output", NULL);
	check_error("option '--all' takes no value", "--all=1", NULL);
	check_error("--jobs: '-1' is not a whole number", "--jobs", "-1");
	check_error("--jobs: '3x' is not a whole number", "-j3x", NULL);
	check_error("--jobs: '' is not a whole number", "--jobs=", NULL);
	check_error("--jobs: 0 is too small; at least 1", "--jobs", "0");
	check_error("--jobs: 65 is too large; at most 64", "--jobs", "65");
	check_error("--jobs: '99999999999999999999999' is not a whole number",
		"--jobs", "99999999999999999999999");
	check_error("--format: 'xml' is not one of: text, json, gcc",
		"--format", "xml");
	check_error("--max-memory: '2 G' is not a size; write it as 4096, "
		    "64K, 512M or 2G",
		"--max-memory", "2 G");
}

static void sizes_have_units(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} row[] = {
		{"0", 0},
		{"4096", 4096},
		{"64k", 65536},
		{"64KiB", 65536},
		{"1.5M", 3 << 19},
		{"2T", 2ull << 40},
	};
	struct error err;
	uint64_t bytes;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof row / sizeof row[0]; i++) {
		assert_int_equal(
			options_parse_size(row[i].text, &bytes, &err), 0);
		assert_int_equal(bytes, row[i].bytes);
	}
	assert_int_equal(options_parse_size("99999P", &bytes, &err), -1);
	assert_string_equal(err.text, "'99999P' is too large");
	assert_int_equal(options_parse_size("-1", &bytes, &err), -1);
	assert_int_equal(options_parse_size("1Q", &bytes, &err), -1);
	assert_int_equal(options_parse_size("", &bytes, &err), -1);
}

static void times_have_units(void **state)
{
	struct error err = {{0}};
	uint64_t seconds = 0;

	(void)state;
	assert_int_equal(options_parse_time("90", &seconds, &err), 0);
	assert_int_equal(seconds, 90);
	assert_int_equal(options_parse_time("10m", &seconds, &err), 0);
	assert_int_equal(seconds, 600);
	assert_int_equal(options_parse_time("2h", &seconds, &err), 0);
	assert_int_equal(seconds, 7200);
	assert_int_equal(options_parse_time("-1s", &seconds, &err), -1);
	assert_string_equal(
		err.text, "'-1s' is not a duration; write 90s, 10m, 2h or 1d");
	assert_int_equal(options_parse_time("0", &seconds, &err), -1);
	assert_int_equal(options_parse_time("", &seconds, &err), -1);
	assert_int_equal(options_parse_time("1w", &seconds, &err), -1);
	assert_int_equal(
		options_parse_time("18446744073709551615d", &seconds, &err),
		-1);
	assert_int_equal(seconds, 7200);
}

static void a_budget_is_a_time_or_edges(void **state)
{
	uint64_t seconds, edges;
	struct error err = {{0}};

	(void)state;
	assert_int_equal(
		options_parse_budget("10m", &seconds, &edges, &err), 0);
	assert_int_equal(seconds, 600);
	assert_int_equal(edges, 0);
	assert_int_equal(options_parse_budget("2G", &seconds, &edges, &err), 0);
	assert_int_equal(seconds, 0);
	assert_int_equal(edges, 2000000000);
	assert_int_equal(options_parse_budget("7K", &seconds, &edges, &err), 0);
	assert_int_equal(edges, 7000);
	for (size_t i = 0; i < 8; i++) {
		static const char *const wrong[] = {
			"", "0", "0M", "M", "3x", "5MM", "-1M", "9999999999G"};

		assert_int_equal(
			options_parse_budget(wrong[i], &seconds, &edges, &err),
			-1);
	}
	assert_string_equal(err.text,
		"'9999999999G' is neither a duration (60s, 10m, 1h) nor a "
		"number of executed edges (500M, 2G)");
}

static void help_lists_every_row_within_80_columns(void **state)
{
	static const char expected[] =
		"Usage: prog verb [OPTION]... [DIR]\n"
		"Does a thing.\n"
		"\n"
		"Options:\n"
		"  -a, --all               show everything\n"
		"      --no-color          print without colours\n"
		"  -v, --verbose           say more; twice: debugging\n"
		"\n"
		"Output options:\n"
		"  -o, --output FILE       write to FILE instead of standard "
		"output, which is\n"
		"                          where results go when nothing else "
		"was asked for\n"
		"  -I, --ignore NAME       leave out NAME\n"
		"  -j, --jobs N            use N processes\n"
		"      --max-memory SIZE   stop at SIZE\n"
		"      --format NAME       text, json or gcc\n"
		"  -h, --help              show this help\n";
	struct fixture f;
	char *text = NULL;
	size_t length;
	FILE *stream;

	(void)state;
	fixture_init(&f);
	assert_int_equal(parse(&f, "-ah", "--nonsense", NULL), OPTIONS_HELP);
	stream = open_memstream(&text, &length);
	options_print_help(&f.options, stream);
	fclose(stream);
	assert_string_equal(text, expected);
	free(text);
}

static void the_nearest_word_is_close_or_none(void **state)
{
	static const char *const verbs[] = {"record", "report", "show", "dump"};

	(void)state;
	assert_string_equal(options_nearest("recrod", verbs, 4), "record");
	assert_string_equal(options_nearest("rep", verbs, 4), "report");
	assert_string_equal(options_nearest("shw", verbs, 4), "show");
	assert_null(options_nearest("frobnicate", verbs, 4));
	assert_null(options_nearest("xy", verbs, 0));
}

/* What options_run hands to a verb; its result is what the verb returns. */
static int count_ignored(void *chosen, const struct operands *operands)
{
	const struct fixture *f = chosen;

	assert_string_equal(operands->operand[0], "here");
	return 10 + (int)f->ignore.count;
}

static int run(struct fixture *f, const char *word, ...)
{
	FILE *saved = stderr;
	char *text = NULL;
	size_t length;
	va_list words;
	int status;

	f->argv[0] = (char *)"prog";
	f->argc = 1;
	va_start(words, word);
	for (; word; word = va_arg(words, const char *))
		f->argv[f->argc++] = (char *)word;
	va_end(words);
	f->argv[f->argc] = NULL;
	stderr = open_memstream(&text, &length);
	status = options_run(&f->options, f->argc, f->argv, count_ignored, f);
	fclose(stderr);
	stderr = saved;
	error_set(&f->err, "%s", text);
	free(text);
	assert_null(f->ignore.text);
	return status;
}

static void a_verb_says_what_it_lacks(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f);
	f.row[4].missing = "where to?";
	f.options.least = 1;
	f.options.most = 1;
	f.options.few = "which directory?";
	f.options.many = "one directory at a time";
	f.options.hint = "As in: prog .";
	assert_int_equal(run(&f, "-ox", "-Ia", "-Ib", "here", NULL), 12);
	assert_string_equal(f.err.text, "");
	f.output = NULL;
	assert_int_equal(run(&f, "-Ia", "here", NULL), 2);
	assert_string_equal(
		f.err.text, "prog verb: where to?\n  As in: prog .\n");
	assert_int_equal(run(&f, "-ox", "-Ia", NULL), 2);
	assert_string_equal(
		f.err.text, "prog verb: which directory?\n  As in: prog .\n");
	assert_int_equal(run(&f, "-ox", "here", "there", NULL), 2);
	assert_string_equal(f.err.text,
		"prog verb: one directory at a time, not also \"there\"\n"
		"  As in: prog .\n");
	f.row[5].missing = "ignore something";
	assert_int_equal(run(&f, "-ox", "here", NULL), 2);
	assert_string_equal(
		f.err.text, "prog verb: ignore something\n  As in: prog .\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_options_set_their_values),
		cmocka_unit_test(short_options_cluster_and_take_values),
		cmocka_unit_test(texts_collect_in_order),
		cmocka_unit_test(operands_and_options_mix),
		cmocka_unit_test(nothing_after_two_dashes_is_an_option),
		cmocka_unit_test(a_command_keeps_its_own_options),
		cmocka_unit_test(an_option_without_help_is_hidden),
		cmocka_unit_test(output_is_a_former_name_of_out),
		cmocka_unit_test(an_unknown_option_names_the_nearest),
		cmocka_unit_test(a_wrong_value_says_which_and_why),
		cmocka_unit_test(sizes_have_units),
		cmocka_unit_test(times_have_units),
		cmocka_unit_test(a_budget_is_a_time_or_edges),
		cmocka_unit_test(help_lists_every_row_within_80_columns),
		cmocka_unit_test(the_nearest_word_is_close_or_none),
		cmocka_unit_test(a_verb_says_what_it_lacks),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
