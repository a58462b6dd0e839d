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

#include "lib/error.h"

enum { SYMBOLS, TRACE };
static const char *const topics[] = {"symbols", "trace"};

/* The output of one message of each level. */
static char *say_everything(int verbosity, const char *wanted_topics)
{
	char *text = NULL;
	size_t length;
	struct log log;

	log_init(&log, "retread", topics, 2);
	log.stream = open_memstream(&text, &length);
	log_set_verbosity(&log, verbosity);
	assert_int_equal(log_select_topics(&log, wanted_topics, NULL), 0);
	log_error(&log, "failed");
	log_warning(&log, "%d left out", 2);
	log_notice(&log, "done");
	log_info(&log, "read %s", "a.c");
	log_debug(&log, SYMBOLS, "symbol");
	log_debug(&log, TRACE, "block");
	fclose(log.stream);
	return text;
}

static void check(int verbosity, const char *wanted_topics, const char *printed)
{
	char *text = say_everything(verbosity, wanted_topics);

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
	check(-9, "", ERROR);
	check(-2, "", ERROR);
	check(-1, "", ERROR WARNING);
	check(0, "", ERROR WARNING NOTICE);
	check(1, "", ERROR WARNING NOTICE INFO);
	check(2, "",
		ERROR WARNING NOTICE INFO "retread: symbols: symbol\n"
					  "retread: trace: block\n");
}

static void a_topic_is_printed_at_any_level(void **state)
{
	(void)state;
	check(-2, "trace", ERROR "retread: trace: block\n");
	check(-2, ",symbols,trace",
		ERROR "retread: symbols: symbol\nretread: trace: block\n");
	check(-2, "all",
		ERROR "retread: symbols: symbol\nretread: trace: block\n");
}

static void an_unknown_topic_is_refused_with_the_known_ones(void **state)
{
	struct error err = {{0}};
	struct log log;

	(void)state;
	log_init(&log, "retread", topics, 2);
	assert_int_equal(log_select_topics(&log, "trace,sym", &err), -1);
	assert_string_equal(
		err.text, "no log topic 'sym'; there are: all, symbols, trace");
}

static void no_log_is_silent(void **state)
{
	(void)state;
	log_error(NULL, "x");
	log_warning(NULL, "x");
	log_notice(NULL, "x");
	log_info(NULL, "x");
	log_debug(NULL, TRACE, "x");
	assert_false(log_wants(NULL, TRACE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_level_decides_what_is_printed),
		cmocka_unit_test(a_topic_is_printed_at_any_level),
		cmocka_unit_test(
			an_unknown_topic_is_refused_with_the_known_ones),
		cmocka_unit_test(no_log_is_silent),
	};

	return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
