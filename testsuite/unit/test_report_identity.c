/* SPDX-License-Identifier: MIT
 * Tests of what makes a finding the same one in another build: its fingerprint and id. */
#include "config.h"

#include "lib/report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "testsuite/unit/walk_report.h"

/* Of a finding with FUNCTION and TEXT where it has its own; NULL: its own. */
static uint64_t identity_with(const char *function, const char *text)
{
	struct report_place aec[2] = {walk_aec[0], walk_aec[1]};
	struct report_finding finding = walk_finding();

	finding.aec.place = aec;
	aec[1].function = function ? function : aec[1].function;
	aec[1].text = text ? text : aec[1].text;
	report_identify(&finding);
	return finding.fingerprint;
}

static uint64_t identity_with_text(const char *text)
{
	return identity_with(NULL, text);
}

static void identity_ignores_blanks_and_comments(void **unused)
{
	uint64_t plain = identity_with_text("for (n = a; n; n = next(n))");

	(void)unused;
	assert_true(
		plain == identity_with_text("for(n=a;n;n=next(n)) // again"));
	assert_true(plain ==
		    identity_with_text(
			    "\t for ( n = a ; /* all */ n; n = next(n) )"));
	assert_true(plain != identity_with_text("for (n = b; n; n = next(n))"));
}

static void identity_sees_blanks_that_matter(void **unused)
{
	(void)unused;
	assert_true(
		identity_with_text("int x;") != identity_with_text("intx;"));
	assert_true(identity_with_text("f(\"a b\")") !=
		    identity_with_text("f(\"ab\")"));
	assert_true(identity_with_text("f(\"//\") + a") !=
		    identity_with_text("f(\"//\") + b"));
	assert_true(
		identity_with_text("\"open") == identity_with_text("\"open"));
}

static uint64_t identity_with_function(const char *name)
{
	return identity_with(name, NULL);
}

static void identity_ignores_copies_the_compiler_made(void **unused)
{
	static const char *const copy[] = {"contains.part.0",
		"contains.constprop.3", "contains.isra.0.cold",
		"contains.llvm.123", "contains [clone .part.0]",
		"contains::h0123456789abcdef"};

	(void)unused;
	for (size_t i = 0; i < sizeof(copy) / sizeof(copy[0]); i++)
		assert_true(identity_with_function(copy[i]) ==
			    identity_with_function("contains"));
	assert_true(identity_with_function("contains::has") !=
		    identity_with_function("contains"));
}

static void identity_ignores_lines_and_numbers(void **unused)
{
	struct report_place moved[2] = {walk_aec[0], walk_aec[1]};
	struct report_finding a = walk_finding(), b = walk_finding();

	(void)unused;
	moved[0].line += 100;
	moved[1].line += 100;
	b.aec.place = moved;
	b.line = 141;
	b.evidence.reads = 1;
	b.severity = REPORT_LOW;
	report_identify(&a);
	report_identify(&b);
	assert_string_equal(a.id, b.id);
	assert_true(a.fingerprint == b.fingerprint);
	b.root = "other";
	report_identify(&b);
	assert_true(a.fingerprint != b.fingerprint);
}

static uint64_t fingerprint_of(struct report_place *place, size_t count)
{
	struct report_finding finding = {
		.rule = REPORT_REWALK, .root = "list", .aec = {place, count}};

	report_identify(&finding);
	return finding.fingerprint;
}

/* Else an update of the C library would make all findings new. */
static void identity_ignores_how_a_library_does_it(void **unused)
{
	struct report_place place[] = {
		{.function = "f", .file = "f.c", .line = 3, .text = "g(a);"},
		{.function = "qsort", .object = "/usr/lib/libc.so.6"},
		{.function = "compare", .file = "f.c", .text = "return *a;"},
		{.function = "strcmp", .object = "/usr/lib/libc.so.6"},
		{.function = "helper", .object = "/usr/lib/libc.so.6"},
	};
	uint64_t whole = fingerprint_of(place, 5);

	(void)unused;
	assert_true(whole == fingerprint_of(place, 4));
	assert_true(whole == fingerprint_of(place, 3));
	assert_true(whole != fingerprint_of(place, 2));
	assert_true(fingerprint_of(place, 2) == fingerprint_of(place, 1));
	assert_true(
		fingerprint_of(place + 3, 2) != fingerprint_of(place + 4, 1));
}

static void ids_are_found_by_their_beginning(void **unused)
{
	struct report_finding finding = {.id = "RT-1f3c9a"};

	(void)unused;
	assert_true(report_finding_matches(&finding, "RT-1f3c9a"));
	assert_true(report_finding_matches(&finding, "rt-1F3"));
	assert_true(report_finding_matches(&finding, "1f"));
	assert_false(report_finding_matches(&finding, ""));
	assert_false(report_finding_matches(&finding, "RT-"));
	assert_false(report_finding_matches(&finding, "RT-1f3c9a0"));
	assert_false(report_finding_matches(&finding, "2f"));
}
int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identity_ignores_blanks_and_comments),
		cmocka_unit_test(identity_sees_blanks_that_matter),
		cmocka_unit_test(identity_ignores_copies_the_compiler_made),
		cmocka_unit_test(identity_ignores_lines_and_numbers),
		cmocka_unit_test(identity_ignores_how_a_library_does_it),
		cmocka_unit_test(ids_are_found_by_their_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
