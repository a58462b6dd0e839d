/* SPDX-License-Identifier: MIT
 * Tests of cli/commands: lists of commands as people write them. */
#include "config.h"

#include "cli/commands.h"

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

/* Reads TEXT as a list. */
static int read_list(
	struct commands *commands, const char *text, struct error *err)
{
	char path[] = "test_commands.XXXXXX";
	int descriptor = mkstemp(path), result;

	assert_int_equal(
		write(descriptor, text, strlen(text)), (int)strlen(text));
	close(descriptor);
	result = commands_read(commands, path, err);
	unlink(path);
	return result;
}

/* The only command of LINE, as it would be typed. */
static void assert_command(const char *line, const char *as)
{
	struct commands commands;
	struct error err = {{0}};
	char *text;

	if (read_list(&commands, line, &err) != 0)
		fail_msg("%s", err.text);
	assert_int_equal(commands.count, 1);
	text = commands_text(commands.command[0]);
	assert_string_equal(text, as);
	free(text);
	commands_release(&commands);
}

static void words_are_split_as_a_shell_does(void **unused)
{
	(void)unused;
	assert_command("a b", "a b");
	assert_command("  a\t b  ", "a b");
	assert_command("'a b' c", "'a b' c");
	assert_command("a\"b c\"d", "'ab cd'");
	assert_command("a\\ b", "'a b'");
	assert_command("'a\\b'", "'a\\b'");
	assert_command("\"a'b\"", "'a'\\''b'");
	assert_command("a '' b", "a '' b");
	assert_command("a#b # comment", "'a#b'");
	assert_command("a $HOME *", "a '$HOME' '*'");
	assert_command("a\r\n", "a");
	assert_command("a\\", "'a\\'");
}

static void empty_lines_and_comments_are_skipped(void **unused)
{
	struct commands commands;
	struct error err = {{0}};

	(void)unused;
	assert_int_equal(
		read_list(&commands, "\n# one\n  \na\n\tb c\n", &err), 0);
	assert_int_equal(commands.count, 2);
	assert_string_equal(commands.command[1][1], "c");
	assert_null(commands.command[1][2]);
	commands_release(&commands);
}

static void a_list_that_makes_no_sense_is_an_error(void **unused)
{
	struct commands commands;
	struct error err = {{0}};

	(void)unused;
	assert_int_equal(read_list(&commands, "a\n\"b\n", &err), -1);
	assert_non_null(strstr(err.text, "line 2: a quote is not closed"));
	commands_release(&commands);
	assert_int_equal(read_list(&commands, "# nothing\n", &err), -1);
	assert_non_null(strstr(err.text, "names no command"));
	commands_release(&commands);
	assert_int_equal(commands_read(&commands, "no/such/list", &err), -1);
	commands_release(&commands);
	assert_int_equal(commands_read(&commands, "/", &err), -1);
	commands_release(&commands);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_split_as_a_shell_does),
		cmocka_unit_test(empty_lines_and_comments_are_skipped),
		cmocka_unit_test(a_list_that_makes_no_sense_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
