/* SPDX-License-Identifier: MIT
 * Tests of lib/folders. */
#include "config.h"

#include "lib/folders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static char *top;

static int begin(void **state)
{
	(void)state;
	setenv("TMPDIR", ".", 1);
	top = folders_make_temporary(NULL);
	return top && strncmp(top, "./", 2) == 0 ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	folders_remove(top);
	free(top);
	return 0;
}

/* TOP/NAME, until the next call. */
static const char *in_top(const char *name)
{
	static char path[256];

	snprintf(path, sizeof path, "%s/%s", top, name);
	return path;
}

static void make_file(const char *name)
{
	FILE *file = fopen(in_top(name), "w");

	assert_non_null(file);
	fclose(file);
}

static void folders_above_are_made_when_asked_for(void **state)
{
	struct error err = {{0}};

	(void)state;
	assert_int_equal(folders_make(in_top("a/b"), &err), -1);
	assert_non_null(strstr(err.text, "cannot make directory"));
	assert_non_null(strstr(err.text, "a/b: No such file or directory"));
	assert_int_equal(folders_make_all(in_top("a/b/c/"), &err), 0);
	assert_int_equal(folders_make_all(in_top("a//b"), &err), 0);
	assert_int_equal(folders_make_in(top, "a", NULL), 0);
	assert_int_equal(access(in_top("a/b/c"), W_OK), 0);
}

static void a_file_in_the_way_is_an_error(void **state)
{
	struct error err = {{0}};

	(void)state;
	make_file("file");
	assert_int_equal(folders_make_all(in_top("file/a"), &err), -1);
	assert_non_null(strstr(err.text, "/file: Not a directory"));
	assert_int_equal(folders_make(in_top("file"), &err), -1);
}

static void what_links_lead_to_stays(void **state)
{
	(void)state;
	assert_int_equal(folders_make_all(in_top("gone/a"), NULL), 0);
	assert_int_equal(folders_make(in_top("kept"), NULL), 0);
	make_file("kept/file");
	make_file("gone/a/.hidden");
	assert_int_equal(symlink("../kept", in_top("gone/link")), 0);
	folders_remove(in_top("gone"));
	assert_int_equal(access(in_top("gone"), F_OK), -1);
	assert_int_equal(access(in_top("kept/file"), F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folders_above_are_made_when_asked_for),
		cmocka_unit_test(a_file_in_the_way_is_an_error),
		cmocka_unit_test(what_links_lead_to_stays),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
