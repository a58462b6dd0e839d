/* SPDX-License-Identifier: MIT
 * Larger versions of an input by how it is laid out: which there are, and their
 * numbers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/families/families.h"
#include "lib/families/layout.h"
#include "lib/families/parts.h"
#include "lib/families/units.h"

static struct bytes text(const char *from)
{
	return bytes_dup((const uint8_t *)from, strlen(from));
}

/* At which place there is a family of FROM that makes INPUT of K repetitions. */
static size_t find(const char *from, size_t k, const char *input)
{
	struct bytes base = text(from);
	struct families families = {0};
	size_t found = SIZE_MAX;

	families_list(&families, &base);
	for (size_t i = 0; i < families.count && found == SIZE_MAX; i++) {
		const struct family *family = &families.family[i];
		char built[512] = "";
		if (family_length(family, k) != strlen(input))
			continue;
		family_build(family, k, (uint8_t *)built);
		if (!strcmp(built, input))
			found = i;
	}
	if (found == SIZE_MAX)
		print_message("no family makes this:\n%s\n", input);
	families_release(&families);
	bytes_release(&base);
	return found;
}

static void check(const char *from, size_t k, const char *input)
{
	assert_int_not_equal(find(from, k, input), SIZE_MAX);
}

static void members_of_an_object_are_numbered_with_their_separator(void **state)
{
	(void)state;
	check("{\"key\":1}", 2, "{\"keyaaa\":1,\"keyaab\":1,\"key\":1}");
	check("{\"a1\": 1, \"b\": []}", 2,
		"{\"a0000\": 1, \"a0001\": 1, \"a1\": 1, \"b\": []}");
}

static void members_of_inner_containers_are_numbered_too(void **state)
{
	(void)state;
	check("[{\"k\":1}]", 2, "[{\"kaaa\":1,\"kaab\":1,\"k\":1}]");
	check("f(a, (b))", 2, "f(a, (baaa,baab,b))");
}

static void doubled_braces_are_one_bracket(void **state)
{
	(void)state;
	assert_int_equal(find("a {{b}} c", 2, "a {{baaa}}{{baab}}{{b}} c"), 0);
	assert_int_equal(find("a {{b}} c", 2, "a {{b}}{{b}}{{b}} c"), 1);
	check("{{a},{b}}", 2, "{{aaaa},{aaab},{a},{b}}");
}

static void attributes_are_numbered_behind_the_name_of_the_tag(void **state)
{
	(void)state;
	check("<e X=\"1\"/>", 2, "<e XAAA=\"1\"/ XAAB=\"1\"/ X=\"1\"/>");
	check("<e x=\"1\" y=\"2\">t</e>", 2,
		"<e xaaa=\"1\" xaab=\"1\" x=\"1\" y=\"2\">t</e>");
}

static void lines_are_numbered_each_shape_once(void **state)
{
	struct bytes base = text("a=1\nb=2\n\n[s]\n");
	struct units units;

	(void)state;
	check("a=1\nb=2\n", 2, "a=1\naaaa=1\naaab=1\nb=2\n");
	check("10 x\n", 2, "10 x\n10000 x\n10001 x\n");
	units_find(&units, &base);
	for (size_t i = 0; i < units.count; i++)
		for (size_t j = 0; j < i; j++)
			assert_false(bytes_are_equal(
				&units.unit[i].text, &units.unit[j].text));
	units_release(&units);
	bytes_release(&base);
}

static void any_single_word_is_numbered_and_all_are(void **state)
{
	(void)state;
	check("set x on\n", 1, "set x on\nset xaaa on\n");
	check("set x on\n", 1, "set x on\nsetaaa xaaa onaaa\n");
	check("set x on\n", 2, "set x on\nset x on\nset x on\n");
}

static void brackets_and_tags_are_nested(void **state)
{
	(void)state;
	check("[1]", 3, "[[[1]]]");
	check("<a>t</a>", 2, "<a><a>t</a></a>");
	check("[b [x](c)](d)", 2, "[b [b [x](c)](c)](d)");
}

static void another_pattern_comes_before_the_same_at_another_level(void **state)
{
	static const char from[] = "[a [b [c [d [e [f]]]]]]\n{[x]}\n";

	(void)state;
	assert_true(find(from, 2, "[a [b [c [d [e [f]]]]]]\n{{[x]}}\n") <
		    find(from, 2, "[a [b [[c [d [e [f]]]]]]]\n{[x]}\n"));
}

static void a_few_words_or_signs_are_repeated_in_each_line(void **state)
{
	(void)state;
	check("# a text, of words\n", 2, "# a a text, of words\n");
	check("x\n'\"'\"\n", 2, "x\n'\"'\"'\"\n");
}

static void one_run_where_it_is_first_and_one_where_it_is_last(void **state)
{
	(void)state;
	check("- - *a* *b*\n", 3, "- - - - *a* *b* *b* *b*\n");
}

static void what_is_declared_and_what_is_used_have_the_same_numbers(
	void **state)
{
	(void)state;
	check("let a;\nuse a;\n", 0, "let a;\nuse a;\n");
	check("d a\nu (a)\n", 2,
		"d a\ndaaa a\ndaab a\nu (a)\nuaaa (a)\nuaab (a)\n");
}

static void items_of_one_text_or_name_are_numbered_together(void **state)
{
	(void)state;
	assert_int_equal(
		find("{\"a\": {\"x\": 1, \"y\": 2}, \"b\": {\"z\": 0, \"x\": "
		     "1, \"c\": 3}}",
			1,
			"{\"a\": {\"xaaa\": 1, \"x\": 1, \"y\": 2}, "
			"\"b\": {\"z\": 0, \"xaaa\": 1, \"x\": 1, \"c\": 3}}"),
		0);
	/* What has a member's name as a word of its own asks for it. */
	assert_in_range(
		find("[{\"key\": 1, \"other\": 2}, [\"get /key\", \"end\"]]", 1,
			"[{\"keyaaa\": 1, \"key\": 1, \"other\": 2}, "
			"[\"get /keyaaa\", \"get /key\", \"end\"]]"),
		0, 1);
}

/* BASE with its parts from FIRST to END is KEPT. */
static void check_parts(const char *from, size_t count, size_t first,
	size_t end, const char *kept)
{
	struct bytes base = text(from), part;
	struct parts parts;

	parts_find(&parts, &base);
	assert_int_equal(parts.count, count);
	part = parts_keep(&parts, &base, first, end);
	assert_int_equal(part.length, strlen(kept));
	assert_memory_equal(part.at, kept, part.length);
	bytes_release(&part);
	free(parts.item);
	bytes_release(&base);
}

static void records_that_blank_lines_part_are_units(void **state)
{
	(void)state;
	check("# c\n\nId: a\nN: 1\n\nId: b\nN: 2\n", 2,
		"# c\n\nIdaaa: a\nN: 1\n\nIdaab: a\nN: 1\n\n"
		"Id: a\nN: 1\n\nId: b\nN: 2\n");
	/* Those of one shape with other fields are others, which are joined. */
	check("Id: a\nN: 1\n\nId: b\nM: 2", 1,
		"Idaaa: a\nN: 1\n\nId: a\nN: 1\n\n"
		"Idaaa: b\nM: 2\n\nId: b\nM: 2");
}

static void records_with_a_head_are_numbered_by_their_name(void **state)
{
	(void)state;
	check("diff\n--- old/a/x.c\n+++ new/a/x.c\n+1\n"
	      "--- old/a/y.c\n+++ new/a/y.c\n+2\n",
		2,
		"diff\n--- old/a/xaaa.c\n+++ new/a/xaaa.c\n+1\n"
		"--- old/a/xaab.c\n+++ new/a/xaab.c\n+1\n"
		"--- old/a/x.c\n+++ new/a/x.c\n+1\n"
		"--- old/a/y.c\n+++ new/a/y.c\n+2\n");
	check("[one]\nk=1\n[two]\nk=2\nl=3\n", 1,
		"[oneaaa]\nk=1\n[one]\nk=1\n[two]\nk=2\nl=3\n");
}

static void frames_are_numbered_by_their_name(void **state)
{
	(void)state;
	check(".set x\n.macro sum a\na sum\n.endmacro\n.sum 1\n", 2,
		".set x\n.macro sumaaa a\na sumaaa\n.endmacro\n"
		".macro sumaab a\na sumaab\n.endmacro\n"
		".macro sum a\na sum\n.endmacro\n.sum 1\n");
	check("begin 644 f\n#86%A\nend\n", 1,
		"begin 644 faaa\n#86%A\nend\nbegin 644 f\n#86%A\nend\n");
	check("@table @code\n@item x\n@end table\n", 1,
		"@table @codeaaa\n@item x\n@end table\n"
		"@table @code\n@item x\n@end table\n");
	/* As it is, too; the inner one has a keyword only. */
	check("proc f\nIF\nx\nEND_IF\nendproc\n", 1,
		"proc f\nIF\nx\nEND_IF\nendproc\n"
		"proc f\nIF\nx\nEND_IF\nendproc\n");
	check("proc f\nIF\nx\nEND_IF\nendproc\n", 1,
		"proc f\nIF\nx\nEND_IF\nIF\nx\nEND_IF\nendproc\n");
}

static void a_text_with_an_element_or_a_comment_is_a_unit(void **state)
{
	(void)state;
	check("<a>one <!-- the second -->two</a>", 2,
		"<a>one <!-- the second -->one <!-- the second -->"
		"one <!-- the second -->two</a>");
	check("<a><b c=\"1\">x</b> tail</a>", 1,
		"<a><b c=\"1\">x</b> tail<b c=\"1\">x</b> tail</a>");
}

static void some_of_the_parts_of_an_input_are_kept(void **state)
{
	(void)state;
	check_parts("[{\"a\": 1}, {\"b,\": 2}, 3]", 3, 1, 2, "[{\"b,\": 2}]");
	check_parts("[{\"a\": 1}, {\"b\": 2}, 3]", 3, 1, 3, "[{\"b\": 2}, 3]");
	check_parts("{\"tests\": [\n1,\n2,\n3\n]}", 3, 0, 2,
		"{\"tests\": [\n1,\n2]}");
	check_parts("a=1\nb=2\nc=3\n", 3, 1, 2, "b=2\n");
}

static void quoted_brackets_are_text(void **state)
{
	struct pair pair[LAYOUT_PAIRS];
	struct bytes base = text("[\"}]\\\"[\", it's (x)]"),
		     open = text("((a)");

	(void)state;
	assert_int_equal(layout_find_pairs(&base, pair), 2);
	assert_int_equal(pair[0].close.end, base.length);
	assert_int_equal(layout_find_pairs(&open, pair), 1);
	bytes_release(&base);
	bytes_release(&open);
}

static void numbers_keep_their_width_and_end(void **state)
{
	struct bytes base = text("k1=\n");
	struct units units;
	struct family_marks marks;

	(void)state;
	units_find(&units, &base);
	struct bytes unit =
		unit_number(&units.unit[0], UNIT_FIRST_WORD, &marks);
	struct family family = {.kind = FAMILY_PUMP,
		.prefix = text(""),
		.first = unit,
		.middle = text(""),
		.second = text(""),
		.suffix = text(""),
		.first_marks = marks};
	char built[128] = "", *pattern = family_pattern_dup(&family);
	assert_int_equal(family_limit(&family), 10000);
	assert_int_equal(family_length(&family, 12), 12 * 7);
	family_build(&family, 12, (uint8_t *)built);
	assert_string_equal(built + 77, "k0011=\n");
	assert_string_equal(pattern, "\"k{0000}=\\n\" x k");
	/* A number is not cut, and moves with what stands before it. */
	assert_false(family_cut(&family, &family.first, 1, 1));
	assert_true(family_cut(&family, &family.first, 0, 1));
	family_build(&family, 2, (uint8_t *)built);
	assert_memory_equal(built, "0000=\n0001=\n", 12);
	free(pattern);
	family_release(&family);
	units_release(&units);
	bytes_release(&base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			members_of_an_object_are_numbered_with_their_separator),
		cmocka_unit_test(members_of_inner_containers_are_numbered_too),
		cmocka_unit_test(doubled_braces_are_one_bracket),
		cmocka_unit_test(
			attributes_are_numbered_behind_the_name_of_the_tag),
		cmocka_unit_test(lines_are_numbered_each_shape_once),
		cmocka_unit_test(any_single_word_is_numbered_and_all_are),
		cmocka_unit_test(brackets_and_tags_are_nested),
		cmocka_unit_test(
			another_pattern_comes_before_the_same_at_another_level),
		cmocka_unit_test(
			a_few_words_or_signs_are_repeated_in_each_line),
		cmocka_unit_test(
			one_run_where_it_is_first_and_one_where_it_is_last),
		cmocka_unit_test(
			what_is_declared_and_what_is_used_have_the_same_numbers),
		cmocka_unit_test(
			items_of_one_text_or_name_are_numbered_together),
		cmocka_unit_test(records_that_blank_lines_part_are_units),
		cmocka_unit_test(
			records_with_a_head_are_numbered_by_their_name),
		cmocka_unit_test(frames_are_numbered_by_their_name),
		cmocka_unit_test(a_text_with_an_element_or_a_comment_is_a_unit),
		cmocka_unit_test(some_of_the_parts_of_an_input_are_kept),
		cmocka_unit_test(quoted_brackets_are_text),
		cmocka_unit_test(numbers_keep_their_width_and_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
