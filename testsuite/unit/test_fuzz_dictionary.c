/* SPDX-License-Identifier: MIT
 * Dictionaries in AFL's and libFuzzer's syntax, and lists of domains. */
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

#include "fuzz-perf/mutate/dictionary.h"
#include "fuzz-perf/target/domains.h"
#include "lib/error.h"

static int read_text(
	struct dictionary *words, const char *text, struct error *err)
{
	char path[] = "/tmp/retread-test.XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	int result = dictionary_read(words, path, err);
	unlink(path);
	return result;
}

static void words_are_read_with_their_escapes(void **state)
{
	struct dictionary words = {0};
	struct error err = {{0}};

	(void)state;
	assert_int_equal(read_text(&words,
				 "# a comment\n\n"
				 "header_png=\"\\x89PNG\\x0d\\x0a\"\n"
				 "level@1=\"a\\\\b\\\"c\"\n"
				 "  \"bare\"\n"
				 "again=\"bare\"\n",
				 &err),
		0);
	assert_int_equal(words.count, 3);
	assert_int_equal(words.word[0].length, 6);
	assert_memory_equal(words.word[0].bytes, "\x89PNG\r\n", 6);
	assert_int_equal(words.word[1].length, 5);
	assert_memory_equal(words.word[1].bytes, "a\\b\"c", 5);
	dictionary_release(&words);
}

static void a_bad_line_is_named(void **state)
{
	static const char *const bad[] = {"x=\"open\n", "x=\"\\xg1\"\n",
		"x=\"\\q\"\n", "word\n", "x\"y\"\n"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct dictionary words = {0};
		struct error err = {{0}};
		char text[64];
		snprintf(text, sizeof text, "\"fine\"\n%s", bad[i]);
		assert_int_equal(read_text(&words, text, &err), -1);
		assert_non_null(strstr(err.text, "line 2"));
		dictionary_release(&words);
	}
}

static void domains_compose_and_unknown_names_wait_for_the_target(void **state)
{
	struct domains domains;
	struct error err = {{0}};

	(void)state;
	assert_int_equal(domains_parse(&domains, "perf,cmp,mine", &err), 0);
	assert_true(domains.perf && domains.cmp && !domains.mem);
	assert_int_equal(domains.custom_count, 1);
	assert_string_equal(domains.custom[0], "mine");
}

static void an_empty_domain_is_refused(void **state)
{
	struct domains domains;
	struct error err = {{0}};

	(void)state;
	assert_int_equal(domains_parse(&domains, "perf,,mem", &err), -1);
	assert_non_null(strstr(err.text, "a name is missing"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_read_with_their_escapes),
		cmocka_unit_test(a_bad_line_is_named),
		cmocka_unit_test(
			domains_compose_and_unknown_names_wait_for_the_target),
		cmocka_unit_test(an_empty_domain_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
