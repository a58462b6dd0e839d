/* SPDX-License-Identifier: MIT
 * Tests of lib/trace_printer beyond what testsuite/cli/dump.tap shows. */
#include "config.h"

#include "lib/trace/printer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/error.h"
#include "lib/trace/trace.h"
#include "testsuite/unit/trace_builder.h"

#define TAG(type) (TRACE_TAG_BASE | (type))

/* Prints the calls of BUILDER's trace and releases it. Free the text. */
static char *print_calls(struct trace_builder *builder)
{
	struct error err = {{0}};
	struct trace_reader *reader;
	struct trace_printer *printer;
	struct trace_view view;
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	trace_builder_block(builder);
	reader = trace_builder_open(builder->bytes, builder->size, &err);
	printer = trace_printer_new(out);
	while (trace_next_block(reader, &view, &err) > 0) {
		struct trace_cursor cursor;
		const uint8_t *record;
		trace_cursor_init(&cursor, &view);
		while ((record = trace_cursor_next(&cursor)) != NULL)
			trace_printer_record(printer, record,
				(size_t)(cursor.next - record), 0,
				!trace_record_is_read(record) &&
					trace_record_type(record) ==
						TRACE_CALL);
	}
	assert_string_equal(err.text, "");
	trace_printer_free(printer);
	trace_close(reader);
	fclose(out);
	trace_builder_release(builder);
	return text;
}

static void add_call(struct trace_builder *builder, uint64_t target)
{
	struct trace_call call = {.tag = TAG(TRACE_CALL), .target = target};

	trace_builder_add(builder, &call, sizeof(call));
}

static void add_unmap(
	struct trace_builder *builder, uint64_t start, uint64_t end)
{
	struct trace_range range = {TAG(TRACE_UNMAP), 0, start, end};

	trace_builder_add(builder, &range, sizeof(range));
}

/* The targets of calls to every 0x1000 from 0x1000 to 0x6000. */
static void expect_targets(
	struct trace_builder *builder, const char *const target[6])
{
	char *text;
	char *line;

	for (uint64_t i = 1; i <= 6; i++)
		add_call(builder, i * 0x1000);
	text = print_calls(builder);
	line = text;
	for (int i = 0; i < 6; i++) {
		char *found = strstr(line, "target=");
		assert_non_null(found);
		found += strlen("target=");
		line = strchr(found, ' ');
		*line++ = '\0';
		assert_string_equal(found, target[i]);
	}
	free(text);
}

static void a_module_may_lose_its_middle(void **state)
{
	static const char *const target[6] = {
		"0x1000", "m+0x1000", "0x3000", "0x4000", "m+0x4000", "0x6000"};
	struct trace_builder builder;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_module(&builder, 0x2000, 0x6000, "/a/m");
	add_unmap(&builder, 0x3000, 0x5000);
	expect_targets(&builder, target);
}

static void a_module_may_lose_its_ends(void **state)
{
	static const char *const target[6] = {
		"0x1000", "0x2000", "m+0x2000", "m+0x3000", "0x5000", "0x6000"};
	struct trace_builder builder;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_module(&builder, 0x2000, 0x6000, "m");
	add_unmap(&builder, 0x1000, 0x3000);
	add_unmap(&builder, 0x5000, 0x7000);
	expect_targets(&builder, target);
}

static void a_new_module_replaces_what_was_there(void **state)
{
	static const char *const target[6] = {"a+0x1000", "new+0x1000",
		"new+0x2000", "new+0x3000", "new+0x4000", "c+0x2000"};
	struct trace_builder builder;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_module(&builder, 0x1000, 0x3000, "/lib/a");
	trace_builder_module(&builder, 0x3000, 0x5000, "/lib/b");
	trace_builder_module(&builder, 0x5000, 0x7000, "/lib/c");
	trace_builder_module(&builder, 0x2000, 0x6000, "/lib/new");
	expect_targets(&builder, target);
}

static void an_unmapped_range_elsewhere_changes_nothing(void **state)
{
	static const char *const target[6] = {
		"0x1000", "m+0x1000", "m+0x2000", "0x4000", "0x5000", "0x6000"};
	struct trace_builder builder;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_module(&builder, 0x2000, 0x4000, "/a/m");
	add_unmap(&builder, 0x1000, 0x2000);
	add_unmap(&builder, 0x4000, 0x5000);
	add_unmap(&builder, 0x3000, 0x3000);
	expect_targets(&builder, target);
}

static void names_cannot_break_a_line_or_a_terminal(void **state)
{
	struct trace_builder builder;
	char *text;

	(void)state;
	trace_builder_init(&builder);
	trace_builder_module(
		&builder, 0x2000, 0x6000, "/a/\x1b[31m b\n\\\xc3\xa4");
	add_call(&builder, 0x2000);
	text = print_calls(&builder);
	assert_non_null(strstr(
		text, " target=\\x1b[31m\\x20b\\x0a\\x5c\\xc3\\xa4+0x1000 "));
	free(text);
}

static void sites_at_fixed_addresses_say_so(void **state)
{
	struct trace_site site = {.tag = TAG(TRACE_SITE),
		.record_bytes = offsetof(struct trace_site, step) + 16,
		.pc = 0x400100,
		.id = 1,
		.size_bytes = 4,
		.flags = TRACE_SITE_READ,
		.base = TRACE_BASE_PC,
		.step_count = 2,
		.step = {0x404040, 24}};
	struct trace_printer *printer;
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	printer = trace_printer_new(out);
	trace_printer_record(printer, &site, site.record_bytes, 9, true);
	trace_printer_free(printer);
	fclose(out);
	assert_string_equal(text, "9 site site=1 pc=0x400100 flags=read "
				  "bytes=4 from=pc:0x404040,+24\n");
	free(text);
}

static void times_beyond_the_calendar_are_printed(void **state)
{
	char buffer[TRACE_PRINTER_TIME_BYTES];

	(void)state;
	assert_string_equal(
		trace_printer_time(buffer, 0), "1970-01-01T00:00:00.000Z");
	assert_string_equal(trace_printer_time(buffer, 253402300800999),
		"10000-01-01T00:00:00.999Z");
	assert_true(strlen(trace_printer_time(buffer, UINT64_MAX)) > 0);
	assert_true(strlen(buffer) < sizeof(buffer));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_module_may_lose_its_middle),
		cmocka_unit_test(a_module_may_lose_its_ends),
		cmocka_unit_test(a_new_module_replaces_what_was_there),
		cmocka_unit_test(an_unmapped_range_elsewhere_changes_nothing),
		cmocka_unit_test(names_cannot_break_a_line_or_a_terminal),
		cmocka_unit_test(sites_at_fixed_addresses_say_so),
		cmocka_unit_test(times_beyond_the_calendar_are_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
