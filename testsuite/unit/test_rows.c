/* SPDX-License-Identifier: MIT
 * Tests of lib/rows: one row is all that a member of a record needs. */
#include "config.h"

#include "lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/report/joins.h"
#include "testsuite/unit/walk_report.h"

/* A record with a member of each kind. */
struct inner {
	uint64_t low, high;
};

enum colour { GREY, RED, BLUE };

struct outer {
	const char *name, *note, *alias;
	uint64_t count, hash;
	unsigned line;
	int code;
	double ratio;
	bool is_new;
	enum colour colour;
	const char **word;
	size_t word_count;
	uint64_t *number;
	size_t number_count;
	struct inner range;
	const struct inner *optional;
	struct inner *pair;
	size_t pair_count;
	uint64_t shared;
	uint64_t total;
};

static const char *const colours[] = {"grey", "red", "blue", NULL};

static void check_inner(const void *record, const struct json_at *at)
{
	const struct inner *inner = record;

	if (inner->low > inner->high)
		json_at_fail(at, NULL, "is upside down");
}

static const struct row inner_row[] = {
	ROW(inner, low, 0, NULL),
	ROW(inner, high, ROW_LATER, NULL),
	{0},
};
static const struct rows inner_rows = {
	NULL, NULL, inner_row, sizeof(struct inner), check_inner};

static struct json_value *make_double(const struct rows_at *at)
{
	const struct outer *outer = at->record;

	assert_null(at->up);
	return json_make_count(2 * outer->count);
}

/* HIGH of the inner and the count of its outer. */
static struct json_value *make_sum(const struct rows_at *at)
{
	const struct inner *inner = at->record;
	const struct outer *outer = at->up->record;

	return json_make_count(inner->high + outer->count);
}

static const struct row pair_row[] = {
	ROW(inner, low, 0, NULL),
	ROW(inner, high, 0, NULL),
	ROW_MADE("sum", ROW_KIND_COUNT, make_sum, 0, NULL),
	{0},
};
static const struct rows pair_rows = {
	NULL, NULL, pair_row, sizeof(struct inner), check_inner};

static const struct row part_row[] = {
	ROW(outer, line, 0, NULL),
	ROW_BETWEEN("code", outer, code, -1, 9, 0, NULL),
	{0},
};
static const struct rows part_rows = {.row = part_row};

static const struct row outer_row[] = {
	ROW_SCHEMA("outer-1"),
	ROW(outer, name, 0, NULL),
	ROW(outer, note, ROW_NULLABLE, NULL),
	ROW(outer, alias, ROW_SPARSE, NULL),
	ROW(outer, count, 0, NULL),
	ROW_HEX("hash", outer, hash, 0, NULL),
	ROW_PART("place", &part_rows, ROW_SPARSE, NULL),
	ROW_BETWEEN("ratio", outer, ratio, 0, 1, 0, NULL),
	ROW_AS("new", outer, is_new, 0, NULL),
	ROW_CHOICE("colour", outer, colour, colours, 0, NULL),
	ROW_TEXTS("words", outer, word, word_count, 0, NULL),
	ROW_COUNTS("numbers", outer, number, number_count, 0, NULL),
	ROW_RECORD("range", outer, range, &inner_rows, 0, NULL),
	ROW_POINTER("optional", outer, optional, &inner_rows, ROW_SPARSE, NULL),
	ROW_LIST(
		"pairs", outer, pair, pair_count, &pair_rows, ROW_FILLED, NULL),
	ROW(outer, shared, ROW_HIDDEN, NULL),
	ROW(outer, total, ROW_COMPUTED, NULL),
	ROW_MADE("double", ROW_KIND_COUNT, make_double, 0, NULL),
	{0},
};
static const struct rows outer_rows = {
	NULL, NULL, outer_row, sizeof(struct outer), NULL};

static const struct outer whole = {.name = "n",
	.note = "o",
	.count = 7,
	.hash = 0xabc,
	.line = 3,
	.code = -1,
	.ratio = 1.0 / 3,
	.is_new = true,
	.colour = BLUE,
	.word = (const char *[]){"one", "two"},
	.word_count = 2,
	.number = (uint64_t[]){5, 0, 6},
	.number_count = 3,
	.range = {1, 2},
	.optional = &(const struct inner){3, 4},
	.pair = (struct inner[]){{5, 6}, {7, 7}},
	.pair_count = 2,
	.shared = 8,
	.total = 9};

static const char whole_json[] = "{\n"
				 " \"schema\": \"outer-1\",\n"
				 " \"name\": \"n\",\n"
				 " \"note\": \"o\",\n"
				 " \"count\": 7,\n"
				 " \"hash\": \"0000000000000abc\",\n"
				 " \"place\": {\n"
				 "  \"line\": 3,\n"
				 "  \"code\": -1\n"
				 " },\n"
				 " \"ratio\": 0.333333333,\n"
				 " \"new\": true,\n"
				 " \"colour\": \"blue\",\n"
				 " \"words\": [\n"
				 "  \"one\",\n"
				 "  \"two\"\n"
				 " ],\n"
				 " \"numbers\": [\n"
				 "  5,\n"
				 "  0,\n"
				 "  6\n"
				 " ],\n"
				 " \"range\": {\n"
				 "  \"low\": 1,\n"
				 "  \"high\": 2\n"
				 " },\n"
				 " \"optional\": {\n"
				 "  \"low\": 3,\n"
				 "  \"high\": 4\n"
				 " },\n"
				 " \"pairs\": [\n"
				 "  {\n"
				 "   \"low\": 5,\n"
				 "   \"high\": 6,\n"
				 "   \"sum\": 13\n"
				 "  },\n"
				 "  {\n"
				 "   \"low\": 7,\n"
				 "   \"high\": 7,\n"
				 "   \"sum\": 14\n"
				 "  }\n"
				 " ],\n"
				 " \"total\": 9,\n"
				 " \"double\": 14\n"
				 "}\n";

static char *printed(const struct rows *rows, const void *record)
{
	struct error err = {{0}};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	assert_int_equal(rows_print(rows, record, out, &err), 0);
	fclose(out);
	return text;
}

static struct json_value *parse(const char *text)
{
	char path[] = "test_rows.XXXXXX";
	int descriptor = mkstemp(path);
	struct error err = {{0}};
	struct json_value *value;

	assert_true(
		write(descriptor, text, strlen(text)) == (ssize_t)strlen(text));
	close(descriptor);
	value = json_read_file(path, &err);
	unlink(path);
	assert_non_null(value);
	return value;
}

/* The complaint about TEXT, read as an outer; "": none. */
static struct error read_text(
	const char *text, struct arena *arena, struct outer *outer)
{
	struct json_value *value = parse(text);
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);

	rows_read(&outer_rows, &top, arena, outer);
	json_free(value);
	return err;
}

static void an_integer_without_bounds_is_read_from_0_on(void **unused)
{
	static const struct row row[] = {ROW(outer, code, 0, NULL), {0}};
	static const struct rows rows = {
		.row = row, .bytes = sizeof(struct outer)};
	struct json_value *value = parse("{\"code\": 137}");
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	struct arena arena = {0};
	struct outer outer = {.code = 0};

	(void)unused;
	rows_read(&rows, &top, &arena, &outer);
	assert_string_equal(err.text, "");
	assert_int_equal(outer.code, 137);
	arena_release(&arena);
	json_free(value);
}

/* Inner records that stand once, and as arrays. */
static const struct rows once_rows = {"once", NULL, inner_row,
	sizeof(struct inner), check_inner, .shared = "all"};
static const struct rows tuple_rows = {NULL, NULL, inner_row,
	sizeof(struct inner), check_inner, .is_tuple = true};
static const struct row folded_row[] = {
	ROW_LIST("pairs", outer, pair, pair_count, &once_rows, 0, NULL),
	ROW_RECORD("range", outer, range, &tuple_rows, 0, NULL),
	ROW_SHARED("all", &once_rows, NULL),
	{0},
};
static const struct rows folded_rows = {
	.row = folded_row, .bytes = sizeof(struct outer)};
static const char folded_json[] = "{\n"
				  " \"pairs\": [\n"
				  "  0,\n"
				  "  1,\n"
				  "  0\n"
				  " ],\n"
				  " \"range\": [\n"
				  "  5,\n"
				  "  6\n"
				  " ],\n"
				  " \"all\": [\n"
				  "  {\"low\": 1, \"high\": 2},\n"
				  "  {\"low\": 3, \"high\": 4}\n"
				  " ]\n"
				  "}\n";

/* What TEXT has, by FOLDED_ROWS, and the complaint about it; "": none. */
static struct error read_folded(
	const char *text, struct arena *arena, struct outer *outer)
{
	struct json_value *value = parse(text);
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct json_at top = json_at_top(&reader, value, JSON_KIND_OBJECT);

	rows_read(&folded_rows, &top, arena, outer);
	json_free(value);
	return err;
}

static void equal_records_stand_once(void **unused)
{
	struct inner pair[] = {{1, 2}, {3, 4}, {1, 2}};
	struct outer outer = {.pair = pair, .pair_count = 3, .range = {5, 6}};
	char *text = printed(&folded_rows, &outer);
	struct arena arena = {0};
	struct outer read;
	struct error err = read_folded(folded_json, &arena, &read);

	(void)unused;
	assert_string_equal(text, folded_json);
	assert_string_equal(err.text, "");
	assert_int_equal(read.pair_count, 3);
	assert_int_equal(read.pair[1].high, 4);
	assert_int_equal(read.pair[2].low, 1);
	assert_int_equal(read.range.high, 6);
	arena_release(&arena);
	free(text);
}

static void records_may_stand_in_their_places(void **unused)
{
	struct arena arena = {0};
	struct outer read;
	struct error err = read_folded("{\"pairs\": [{\"low\": 0}], \"range\": "
				       "{\"low\": 5, \"high\": 9}}",
		&arena, &read);

	(void)unused;
	assert_string_equal(err.text, "");
	assert_int_equal(read.pair_count, 1);
	assert_int_equal(read.range.high, 9);
	err = read_folded("{\"pairs\": [1], \"range\": [1, 2], \"all\": [{}]}",
		&arena, &read);
	assert_non_null(strstr(err.text, "pairs[0]"));
	err = read_folded("{\"pairs\": [], \"range\": [2, 1]}", &arena, &read);
	assert_string_equal(err.text, "range: is upside down");
	arena_release(&arena);
}

static void a_record_is_written_by_its_rows(void **unused)
{
	struct json_value *value = rows_make(&outer_rows, &whole);
	char *text = printed(&outer_rows, &whole);

	(void)unused;
	assert_string_equal(text, whole_json);
	free(text);
	json_free(value);
}

static void printing_and_making_are_the_same(void **unused)
{
	struct json_value *value = rows_make(&outer_rows, &whole);
	struct error err = {{0}};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	(void)unused;
	assert_int_equal(json_print(value, out, &err), 0);
	fclose(out);
	assert_string_equal(text, whole_json);
	free(text);
	json_free(value);
}

static void reading_gives_back_what_was_written(void **unused)
{
	struct arena arena = {0};
	struct outer read;
	struct error err = read_text(whole_json, &arena, &read);

	(void)unused;
	assert_string_equal(err.text, "");
	assert_string_equal(read.name, "n");
	assert_null(read.alias);
	assert_int_equal(read.hash, 0xabc);
	assert_int_equal(read.line, 3);
	assert_int_equal(read.code, -1);
	assert_int_equal(read.colour, BLUE);
	assert_string_equal(read.word[1], "two");
	assert_int_equal(read.number[2], 6);
	assert_int_equal(read.optional->high, 4);
	assert_int_equal(read.pair[1].low, 7);
	/* In no file: hidden, or for others to compute. */
	assert_int_equal(read.shared, 0);
	assert_int_equal(read.total, 0);
	arena_release(&arena);
}

static void a_copy_has_its_own_memory_and_equals(void **unused)
{
	struct arena arena = {0};
	struct outer copy;
	char *text;

	(void)unused;
	rows_copy(&outer_rows, &arena, &whole, &copy);
	assert_true(copy.name != whole.name);
	assert_true(copy.word[0] != whole.word[0]);
	assert_true(copy.optional != whole.optional);
	assert_true(copy.pair != whole.pair);
	assert_int_equal(copy.shared, 8);
	assert_int_equal(copy.total, 9);
	assert_int_equal(rows_compare(&outer_rows, &copy, &copy), 0);
	text = printed(&outer_rows, &copy);
	assert_string_equal(text, whole_json);
	free(text);
	arena_release(&arena);
}

/* Each change makes WHOLE come before it. */
static void a_difference_in_any_row_is_an_order(void **unused)
{
	struct outer change[16];
	size_t count = 0;

	(void)unused;
	for (size_t i = 0; i < 16; i++)
		change[i] = whole;
	change[count++].name = "o";
	change[count++].note = NULL;
	change[count++].count = 8;
	change[count++].hash = 0xabd;
	change[count++].line = 4;
	change[count++].code = 0;
	change[count++].ratio = 0.5;
	change[count++].is_new = false;
	change[count++].colour = GREY;
	change[count++].word = (const char *[]){"one", "zwo"};
	change[count++].number = (uint64_t[]){5, 1, 6};
	change[count++].range.high = 3;
	change[count++].optional = NULL;
	change[count++].pair = (struct inner[]){{5, 6}, {7, 8}};
	change[count++].shared = 9;
	for (size_t i = 0; i < count; i++) {
		assert_true(rows_compare(&outer_rows, &whole, &change[i]) < 0);
		assert_true(rows_compare(&outer_rows, &change[i], &whole) > 0);
	}
	/* Computed from the others. */
	change[count].total = 1;
	assert_int_equal(rows_compare(&outer_rows, &whole, &change[count]), 0);
}

static void what_is_wrong_is_told_by_its_path(void **unused)
{
	static const struct {
		const char *from, *to, *says;
	} row[] = {
		{"outer-1", "outer-2",
			"\"schema\" is \"outer-2\", this retread reads "
			"\"outer-1\""},
		{"\"name\": \"n\",", "", "\"name\" is missing"},
		{"\"n\"", "null", "\"name\" is missing"},
		{"\"count\": 7", "\"count\": -7", "\"count\" is -7, outside"},
		{"\"line\": 3", "\"line\": 4294967296", "place: \"line\" is"},
		{"\"code\": -1", "\"code\": 10", "outside -1 to 9"},
		{"abc", "xyz", "\"hash\" is not 16 hexadecimal digits"},
		{"0.333333333", "1.5", "\"ratio\" is 1.5, outside 0 to 1"},
		{"true", "1", "\"new\" is not true or false"},
		{"blue", "pink", "\"colour\" is \"pink\", which is not known"},
		{"\"two\"", "2", "words: element 1 is not a string"},
		{"6\n ]", "-6\n ]", "numbers: element 2 is not a count"},
		{"\"low\": 1", "\"low\": 3", "range: is upside down"},
		{"\"low\": 7,", "", "pairs[1]: \"low\" is missing"},
		{"\"low\": 7", "\"low\": 8", "pairs[1]: is upside down"},
		{"\"pairs\"", "\"peers\"", "pairs: is missing"},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const char *at = strstr(whole_json, row[i].from);
		struct arena arena = {0};
		struct outer read;
		struct error err;
		char *text = memory_format("%.*s%s%s", (int)(at - whole_json),
			whole_json, row[i].to, at + strlen(row[i].from));
		err = read_text(text, &arena, &read);
		if (strstr(err.text, row[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.text,
				row[i].says);
		free(text);
		arena_release(&arena);
	}
}

static void a_list_that_must_not_be_empty_is_refused(void **unused)
{
	struct arena arena = {0};
	struct outer read;
	char *text = memory_format("%.*s\"pairs\":[]}",
		(int)(strstr(whole_json, "\"pairs\"") - whole_json),
		whole_json);
	struct error err = read_text(text, &arena, &read);

	(void)unused;
	assert_non_null(strstr(err.text, "pairs: is empty"));
	free(text);
	arena_release(&arena);
}

/* --- one more field of a finding ------------------------------------------ */

struct more_finding {
	struct report_finding finding;
	const char *reviewer;
};

static const struct row reviewer_row =
	ROW(more_finding, reviewer, ROW_SPARSE, "Who has looked at it.");

/* The rows of a report whose findings have one row more. */
struct extended {
	struct row finding_row[64], report_row[16];
	struct rows finding, report;
};

static size_t copy_rows(struct row *to, const struct rows *from, size_t most)
{
	size_t count = 0;

	for (; from->row[count].key != NULL; count++) {
		assert_true(count + 2 < most);
		to[count] = from->row[count];
	}
	return count;
}

static void extend(struct extended *extended)
{
	size_t count;

	*extended = (struct extended){
		.finding = report_finding_rows, .report = report_rows};
	count = copy_rows(extended->finding_row, &report_finding_rows, 64);
	extended->finding_row[count] = reviewer_row;
	extended->finding.row = extended->finding_row;
	extended->finding.bytes = sizeof(struct more_finding);
	count = copy_rows(extended->report_row, &report_rows, 16);
	for (size_t i = 0; i < count; i++)
		if (extended->report_row[i].rows == &report_finding_rows)
			extended->report_row[i].rows = &extended->finding;
	extended->report.row = extended->report_row;
}

static void a_field_of_a_finding_is_one_row(void **unused)
{
	struct extended extended;
	struct report_process process = walk_process(1);
	struct report_witness witness = {
		.process = {process.program, process.command, process.pid,
			process.started_unix_ms}};
	struct more_finding one = {walk_finding(), "me"}, other, copy;
	struct report report = {.process = &process,
		.process_count = 1,
		.finding = &one.finding,
		.finding_count = 1};
	struct report read;
	struct error err = {{0}};
	struct json_reader reader = {.err = &err};
	struct arena arena = {0};
	struct json_value *value;
	struct json_at top;
	char *text;

	(void)unused;
	extend(&extended);
	report_identify(&one.finding);
	one.finding.witness = &witness;
	one.finding.witness_count = 1;
	/* It is written, */
	text = printed(&extended.report, &report);
	assert_non_null(strstr(text, "\"reviewer\": \"me\""));
	/* read, */
	value = parse(text);
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	rows_read(&extended.report, &top, &arena, &read);
	assert_string_equal(err.text, "");
	assert_string_equal(
		((struct more_finding *)read.finding)->reviewer, "me");
	/* copied */
	rows_copy(&extended.finding, &arena, &one, &copy);
	assert_string_equal(copy.reviewer, "me");
	assert_true(copy.reviewer != one.reviewer);
	/* and compared. */
	other = one;
	assert_int_equal(rows_compare(&extended.finding, &one, &other), 0);
	other.reviewer = "you";
	assert_true(rows_compare(&extended.finding, &one, &other) < 0);
	free(text);
	json_free(value);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_integer_without_bounds_is_read_from_0_on),
		cmocka_unit_test(equal_records_stand_once),
		cmocka_unit_test(records_may_stand_in_their_places),
		cmocka_unit_test(a_record_is_written_by_its_rows),
		cmocka_unit_test(printing_and_making_are_the_same),
		cmocka_unit_test(reading_gives_back_what_was_written),
		cmocka_unit_test(a_copy_has_its_own_memory_and_equals),
		cmocka_unit_test(a_difference_in_any_row_is_an_order),
		cmocka_unit_test(what_is_wrong_is_told_by_its_path),
		cmocka_unit_test(a_list_that_must_not_be_empty_is_refused),
		cmocka_unit_test(a_field_of_a_finding_is_one_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
