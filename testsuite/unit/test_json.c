/* SPDX-License-Identifier: MIT
 * Tests of lib/json: repair on the way out, files that appear whole. */
#include "config.h"

#include "lib/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

/* {"k": TEXT} as it is written. */
static char *written(const char *text)
{
	struct json_value *value = json_make_object();
	struct error err = {{0}};
	char *out = NULL;
	size_t length;
	FILE *stream = open_memstream(&out, &length);

	json_put_text(value, "k", text);
	assert_int_equal(json_print(value, stream, &err), 0);
	fclose(stream);
	json_free(value);
	return out;
}

static void assert_written(const char *text, const char *as)
{
	char *out = written(text);
	char wanted[256];

	snprintf(wanted, sizeof(wanted), "{\n \"k\": %s\n}\n", as);
	assert_string_equal(out, wanted);
	free(out);
}

#define BAD "\xef\xbf\xbd"

static void text_that_is_not_utf8_is_repaired(void **unused)
{
	(void)unused;
	assert_written("a\xff"
		       "b",
		"\"a" BAD "b\"");
	assert_written("\xc3\xa9 ok", "\"\xc3\xa9 ok\"");
	assert_written("cut \xc3", "\"cut " BAD "\"");
	assert_written("\xc0\xaf", "\"" BAD BAD "\"");	       /* overlong */
	assert_written("\xed\xa0\x80", "\"" BAD BAD BAD "\""); /* surrogate */
	assert_written("\xe2\x82\xac\xff", "\"\xe2\x82\xac" BAD "\"");
	assert_written("\xf0\x9f\x98\x80\xff", "\"\xf0\x9f\x98\x80" BAD "\"");
	assert_written("\xf4\x90\x80\x80", "\"" BAD BAD BAD BAD "\"");
}

static void every_pair_of_bytes_can_be_written(void **unused)
{
	(void)unused;
	for (int first = 1; first < 256; first++) {
		for (int second = 1; second < 256; second++) {
			char text[3] = {(char)first, (char)second, '\0'};
			free(written(text));
		}
	}
}

static void control_characters_and_quotes_are_escaped(void **unused)
{
	(void)unused;
	assert_written("\"\\\n\x01", "\"\\\"\\\\\\n\\u0001\"");
	assert_written(NULL, "null");
}

static int files_here(const char *directory)
{
	char command[256];
	FILE *in;
	int count = -1;

	snprintf(command, sizeof(command), "ls -A %s | wc -l", directory);
	in = popen(command, "r");
	assert_int_equal(fscanf(in, "%d", &count), 1);
	pclose(in);
	return count;
}

static void a_file_appears_whole_and_alone(void **unused)
{
	char directory[] = "test_json.XXXXXX";
	char path[64];
	struct json_value *value = json_make_array();
	struct error err = {{0}};

	(void)unused;
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/a.json", directory);
	assert_int_equal(json_write_file(value, path, &err), 0);
	assert_int_equal(json_write_file(value, path, &err), 0);
	assert_int_equal(files_here(directory), 1);
	unlink(path);
	rmdir(directory);
	assert_int_equal(json_write_file(value, path, &err), -1);
	assert_non_null(strstr(err.text, path));
	json_free(value);
}

static void a_full_disk_is_an_error(void **unused)
{
	struct json_value *value = json_make_array();
	struct error err = {{0}};
	FILE *full = fopen("/dev/full", "w");

	(void)unused;
	assert_non_null(full);
	assert_int_equal(json_print(value, full, &err), -1);
	assert_non_null(strstr(err.text, "No space left"));
	fclose(full);
	json_free(value);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_that_is_not_utf8_is_repaired),
		cmocka_unit_test(every_pair_of_bytes_can_be_written),
		cmocka_unit_test(control_characters_and_quotes_are_escaped),
		cmocka_unit_test(a_file_appears_whole_and_alone),
		cmocka_unit_test(a_full_disk_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
