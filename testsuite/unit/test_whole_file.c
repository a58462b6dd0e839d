/* SPDX-License-Identifier: MIT
 * Tests of lib/whole_file. */
#include "config.h"

#include "lib/whole_file.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static char path[] = "whole-file-XXXXXX";

static int begin(void **state)
{
	int descriptor = mkstemp(path);

	(void)state;
	return descriptor < 0 || close(descriptor) != 0 ? -1 : 0;
}

static int end(void **state)
{
	(void)state;
	return unlink(path);
}

/* Opens it, and writes TEXT. */
static void put(struct whole_file *file, const char *text)
{
	assert_int_equal(whole_file_open(file, path, NULL), 0);
	fputs(text, file->out);
}

static void assert_content(const char *text)
{
	char content[100] = "";
	FILE *in = fopen(path, "re");

	assert_non_null(in);
	content[fread(content, 1, sizeof(content) - 1, in)] = '\0';
	fclose(in);
	assert_string_equal(content, text);
}

static void what_is_written_is_there_when_it_is_whole(void **state)
{
	struct whole_file file;

	(void)state;
	put(&file, "old");
	assert_content("");
	assert_int_equal(whole_file_close(&file, 0, NULL), 0);
	assert_content("old");
}

static void what_fails_leaves_what_was_there(void **state)
{
	struct whole_file file;
	struct error err = {"why"};
	char *temporary;

	(void)state;
	put(&file, "new");
	temporary = strdup(file.temporary);
	assert_int_equal(whole_file_close(&file, -1, &err), -1);
	assert_string_equal(err.text, "why");
	assert_content("old");
	assert_int_equal(access(temporary, F_OK), -1);
	free(temporary);
}

/* The first bytes cannot be written, the last are none. */
static void an_early_error_is_not_forgotten(void **state)
{
	struct rlimit before, small = {1 << 12, RLIM_INFINITY};
	struct whole_file file;
	struct error err = {""};

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small.rlim_max = before.rlim_max;
	put(&file, "");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	for (int i = 0; i < 1 << 13; i++)
		putc('x', file.out);
	fflush(file.out);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(whole_file_close(&file, 0, &err), -1);
	assert_non_null(strstr(err.text, "cannot write whole-file-"));
	assert_content("old");
}

static void a_place_that_is_not_there_is_an_error(void **state)
{
	struct whole_file file;
	struct error err = {""};

	(void)state;
	assert_int_equal(whole_file_open(&file, "nowhere/file", &err), -1);
	assert_non_null(strstr(err.text, "cannot create nowhere/file"));
	assert_int_equal(whole_file_close(&file, -1, &err), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_there_when_it_is_whole),
		cmocka_unit_test(what_fails_leaves_what_was_there),
		cmocka_unit_test(an_early_error_is_not_forgotten),
		cmocka_unit_test(a_place_that_is_not_there_is_an_error),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
