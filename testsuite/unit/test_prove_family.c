/* SPDX-License-Identifier: MIT
 * Families: inputs of any size, patterns for people, scripts. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/families/family.h"

static struct bytes text(const char *from)
{
	return bytes_dup((const uint8_t *)from, strlen(from));
}

static void check(struct family *family, size_t k, const char *input)
{
	char built[256] = "";

	assert_int_equal(family_length(family, k), strlen(input));
	family_build(family, k, (uint8_t *)built);
	assert_string_equal(built, input);
}

static void check_pattern(struct family *family, const char *pattern)
{
	char *found = family_pattern_dup(family);

	assert_string_equal(found, pattern);
	free(found);
}

static void a_part_is_repeated(void **state)
{
	struct bytes base = text("<ab>");
	struct family family = family_pump(&base, 1, 3);

	(void)state;
	check(&family, 3, "<ababab>");
	check(&family, 0, "<>");
	check_pattern(&family, "\"<\" + \"ab\" x k + \">\"");
	assert_int_equal(family_fit(&family, 9), 3);
	family_release(&family);
	bytes_release(&base);
}

static void two_parts_grow_together(void **state)
{
	struct bytes base = text("(x)!");
	struct family family = family_pair(&base, 0, 1, 2, 3);

	(void)state;
	check(&family, 3, "(((x)))!");
	check_pattern(&family, "\"(\" x k + \"x\" + \")\" x k + \"!\"");
	family_release(&family);
	bytes_release(&base);
}

static void copies_beside_what_is_repeated_are_repeated_too(void **state)
{
	struct bytes base = text("<babaab>"), pair = text("((x)))!");
	struct family family = family_pump(&base, 2, 4);

	(void)state;
	family_absorb_copies(&family);
	check(&family, 1, "<babaab>");
	family_release(&family);
	bytes_release(&base);

	base = text("xaaaa!");
	family = family_pump(&base, 2, 3);
	family_absorb_copies(&family);
	check(&family, 1, "xa!");
	check_pattern(&family, "\"x\" + \"a\" x k + \"!\"");
	family_release(&family);
	bytes_release(&base);

	/* As many of each as there are of the other. */
	family = family_pair(&pair, 1, 2, 3, 4);
	family_absorb_copies(&family);
	check(&family, 1, "(x))!");
	check(&family, 2, "((x)))!");
	family_release(&family);
	bytes_release(&pair);
}

static void numbered_copies_that_follow_are_repeated_too(void **state)
{
	struct bytes base = text("<xaaa,xaab,xaac,xaax,>");
	struct family family = family_pump(&base, 1, 6);

	(void)state;
	family.first_marks = (struct family_marks){{{1, 'a'}}, 1};
	/* It was the first of them. */
	bytes_release(&family.middle);
	family.middle = bytes_part(&base, 1, base.length);
	family_absorb_copies(&family);
	check(&family, 2, "<xaaa,xaab,xaax,>");
	check(&family, 4, "<xaaa,xaab,xaac,xaad,xaax,>");
	family_release(&family);
	bytes_release(&base);
}

static void an_input_is_stretched(void **state)
{
	struct bytes base = text("abc");
	struct family family = family_stretch(&base, 2);

	(void)state;
	check(&family, 2, "ababcc");
	check_pattern(&family, "\"abc\", each 2 bytes x k");
	family_release(&family);
	bytes_release(&base);
}

static struct family make_pieces(void)
{
	struct family family = {.kind = FAMILY_PIECES, .copies = 2};

	family.prefix = text("^");
	family.second = text("z");
	family.suffix = text("$");
	family.piece = calloc(2, sizeof *family.piece);
	family.piece[0] = text("a");
	family.piece[1] = text("b");
	family.piece_count = 2;
	return family;
}

static void pieces_differ_and_end(void **state)
{
	struct family family = make_pieces();

	(void)state;
	check(&family, 2, "^abzzzz$");
	assert_int_equal(family_limit(&family), 2);
	assert_int_equal(family_fit(&family, 4096), 2);
	check_pattern(&family,
		"\"^\" + k different ones of {\"a\", \"b\"} + \"z\" x 2k + "
		"\"$\"");
	family_release(&family);
}

static void products_are_pieces_too(void **state)
{
	struct family family = make_pieces();

	(void)state;
	family.is_product = true;
	assert_int_equal(family_limit(&family), 6);
	check(&family, 4, "^abaaabzzzzzzzz$");
	family_release(&family);
}

/* The output of the script for K, run by a shell. */
static void check_script(struct family *family, size_t k)
{
	char path[] = "/tmp/retread-test.XXXXXX", command[64];
	uint8_t built[4096], printed[4096];
	int fd = mkstemp(path);
	FILE *script = fdopen(fd, "w"), *out;
	size_t length = family_length(family, k);

	assert_non_null(script);
	family_print_script(family, script);
	fclose(script);
	snprintf(command, sizeof command, "sh %s %zu", path, k);
	out = popen(command, "r");
	assert_non_null(out);
	assert_int_equal(fread(printed, 1, sizeof printed, out), length);
	assert_int_equal(pclose(out), 0);
	family_build(family, k, built);
	assert_memory_equal(printed, built, length);
	unlink(path);
	family_release(family);
}

static void the_script_prints_any_byte(void **state)
{
	uint8_t all[256];
	struct bytes base = {all, sizeof all};
	struct family family;

	(void)state;
	for (int i = 0; i < 256; i++)
		all[i] = (uint8_t)i;
	family = family_pump(&base, 10, 200);
	check_script(&family, 3);
	family = family_pair(&base, 0, 5, 250, 256);
	check_script(&family, 4);
	family = family_stretch(&base, 4);
	check_script(&family, 2);
	family = make_pieces();
	family.is_product = true;
	check_script(&family, 5);
}

static void unreadable_bytes_are_escaped_in_patterns(void **state)
{
	struct bytes base = {(uint8_t *)"\x01\"\n", 3};
	struct family family = family_pump(&base, 0, 3);

	(void)state;
	check_pattern(&family, "\"\\x01\\\"\\n\" x k");
	assert_int_equal(family_unprintable(&family), 1);
	family_release(&family);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_part_is_repeated),
		cmocka_unit_test(two_parts_grow_together),
		cmocka_unit_test(
			copies_beside_what_is_repeated_are_repeated_too),
		cmocka_unit_test(numbered_copies_that_follow_are_repeated_too),
		cmocka_unit_test(an_input_is_stretched),
		cmocka_unit_test(pieces_differ_and_end),
		cmocka_unit_test(products_are_pieces_too),
		cmocka_unit_test(the_script_prints_any_byte),
		cmocka_unit_test(unreadable_bytes_are_escaped_in_patterns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
