/* SPDX-License-Identifier: MIT
 * Tests of lib/log. */
#include "config.h"

#include "lib/log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The output of one message of each level. */
static char *say_everything(int verbosity)
{
	char *text = NULL;
	size_t length;
	struct log log;

	log_init(&log, "retread");
	log.stream = open_memstream(&text, &length);
	log_set_verbosity(&log, verbosity);
	log_error(&log, "failed");
	log_warning(&log, "%d left out", 2);
	log_notice(&log, "done");
	log_info(&log, "read %s", "a.c");
	fclose(log.stream);
	return text;
}

static void check(int verbosity, const char *printed)
{
	char *text = say_everything(verbosity);

	assert_string_equal(text, printed);
	free(text);
}

#define ERROR	"retread: failed\n"
#define WARNING "retread: warning: 2 left out\n"
#define NOTICE	"retread: done\n"
#define INFO	"retread: read a.c\n"

static void the_level_decides_what_is_printed(void **state)
{
	(void)state;
	check(-9, ERROR);
	check(-2, ERROR);
	check(-1, ERROR WARNING);
	check(0, ERROR WARNING NOTICE);
	check(1, ERROR WARNING NOTICE INFO);
	check(2, ERROR WARNING NOTICE INFO);
}

static void no_log_is_silent(void **state)
{
	(void)state;
	log_error(NULL, "x");
	log_warning(NULL, "x");
	log_notice(NULL, "x");
	log_info(NULL, "x");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_level_decides_what_is_printed),
		cmocka_unit_test(no_log_is_silent),
	};

	return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
