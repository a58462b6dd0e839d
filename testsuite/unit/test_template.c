/* SPDX-License-Identifier: MIT
 * Tests of viz/template: what a template prints of values. */
#include "config.h"

#include "viz/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "lib/json.h"

/* What is computed of an object with an "a". */
static struct json_value *make_double(
	const void *closure, const struct json_value *at)
{
	const uint64_t *factor = closure;

	return json_make_count(*factor * json_count_of(json_look_up(at, "a")));
}

static const struct template_computed computed[] = {
	{"@double", make_double}, {NULL, NULL}};

/* Keeps DATA. */
static void assert_filled(
	const char *text, struct json_value *data, const char *expected)
{
	size_t size = 0;
	char *printed = NULL;
	FILE *out = open_memstream(&printed, &size);

	assert_non_null(out);
	template_print(out, text, data, computed, &(uint64_t){2});
	fclose(out);
	assert_string_equal(printed, expected);
	free(printed);
	json_free(data);
}

static void text_is_escaped_unless_it_is_markup(void **unused)
{
	(void)unused;
	assert_filled("<b title=\"{{a}}\">{{a}}</b>{{&a}}{{none}}",
		JSON_OBJECT(JSON("a", "\"<&>'\x01")),
		"<b title=\"&quot;&lt;&amp;&gt;&#39;\xef\xbf\xbd\">"
		"&quot;&lt;&amp;&gt;&#39;\xef\xbf\xbd</b>\"<&>'\x01");
}

static void a_reference_stays_within_the_report(void **unused)
{
	(void)unused;
	assert_filled("<a href=\"{{up}}src/{{a}}\">{{a}}</a>",
		JSON_OBJECT(
			JSON("up", "../"), JSON("a", "javascript:x(\"1\")")),
		"<a href=\"../src/javascript%3Ax%28%221%22%29\">"
		"javascript:x(&quot;1&quot;)</a>");
	assert_filled("<a href=\"{{a}}#L{{n:u}}\">",
		JSON_OBJECT(JSON("a", "src/1.html"), JSON("n", 1200)),
		"<a href=\"src/1.html#L1200\">");
}

static void numbers_are_printed_for_people(void **unused)
{
	(void)unused;
	assert_filled("{{n}} {{n:u}} {{d}} {{f:f}} {{d:f}}",
		JSON_OBJECT(
			JSON("n", 5120), JSON("d", 1.25), JSON("f", 4100.6)),
		"5,120 5120 1.2 4,101 1.2");
	assert_filled("{{d:%}} {{n:-}} {{z:-}}{{none:-}} {{n:es}}{{o:es}}",
		JSON_OBJECT(JSON("n", 5120), JSON("d", 0.97), JSON("z", 0),
			JSON("o", 1)),
		"97.0 % 5,120 -- es");
}

static void text_is_shortened_before_it_is_escaped(void **unused)
{
	(void)unused;
	assert_filled("{{a:5}} {{b:5}}",
		JSON_OBJECT(JSON("a", "<123456789>"), JSON("b", "<123>")),
		"&lt;12\xe2\x80\xa6&gt; &lt;123&gt;");
}

static void a_section_is_printed_for_each_element(void **unused)
{
	struct json_value *list = json_make_array();

	(void)unused;
	json_append(list, JSON_OBJECT(JSON("a", "x")));
	json_append(list, JSON_OBJECT(JSON("b", "y")));
	assert_filled("{{#list}}{{^@first}}, {{/@first}}{{a}}{{b}}{{/list}}"
		      "{{^list}}none{{/list}}",
		JSON_OBJECT(JSON("list", list), JSON("a", "outer")),
		"x, outery");
}

static void a_list_has_a_part_that_is_shown(void **unused)
{
	struct json_value *list = json_make_array();

	(void)unused;
	for (uint64_t i = 0; i < 3; i++)
		json_append(list, json_make_count(i));
	assert_filled("{{?list}}all: {{#list:2}}{{.}} {{/list}}{{/list}}"
		      "{{+list:2}}and {{.}}{{/list}}{{+list:3}}no{{/list}}"
		      "{{?none}}no{{/none}}",
		JSON_OBJECT(JSON("list", list)), "all: 0 1 and 1");
}

static void a_computed_value_is_of_the_innermost_value(void **unused)
{
	(void)unused;
	assert_filled("{{@double}} {{#b}}{{@double}}{{#@double}}:{{.}}"
		      "{{/@double}}{{/b}}",
		JSON_OBJECT(JSON("a", 3), JSON("b", JSON_OBJECT(JSON("a", 4)))),
		"6 8:8");
}

static void what_is_false_or_missing_has_no_section(void **unused)
{
	(void)unused;
	assert_filled("{{#a}}a{{/a}}{{#b}}b{{/b}}{{#c}}c{{/c}}{{#d}}d{{/d}}"
		      "{{#e.f}}{{.}}{{/e.f}}{{^e.g}}no g{{/e.g}}",
		JSON_OBJECT(JSON("a", 0), JSON("b", ""),
			JSON("c", json_make_array()), JSON("d", false),
			JSON("e", JSON_OBJECT(JSON("f", 7)))),
		"7no g");
}

static void values_are_not_read_as_templates(void **unused)
{
	(void)unused;
	assert_filled("{{a}}", JSON_OBJECT(JSON("a", "{{b}}"), JSON("b", "no")),
		"{{b}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_escaped_unless_it_is_markup),
		cmocka_unit_test(a_reference_stays_within_the_report),
		cmocka_unit_test(numbers_are_printed_for_people),
		cmocka_unit_test(a_section_is_printed_for_each_element),
		cmocka_unit_test(text_is_shortened_before_it_is_escaped),
		cmocka_unit_test(a_list_has_a_part_that_is_shown),
		cmocka_unit_test(a_computed_value_is_of_the_innermost_value),
		cmocka_unit_test(what_is_false_or_missing_has_no_section),
		cmocka_unit_test(values_are_not_read_as_templates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
