/* SPDX-License-Identifier: MIT
 * Tests that Makefiles of Automake know, and how its test driver would run them. */
#include "config.h"

#include "cli/record/discover.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

/* Says that a test was skipped. */
#define SKIP_CODE 77
#define DEPTH_MAX 16 /* of subdirectories: no tree is deeper */

/* Prints what the variables of a Makefile are, and makes nothing. */
static const char question[] =
	"include Makefile\n"
	"$(foreach t,$(TESTS),$(info test $t))"
	"$(foreach t,$(XFAIL_TESTS),$(info fails $t))"
	"$(foreach p,$(check_PROGRAMS) $(noinst_PROGRAMS),$(info program $p))"
	"$(foreach d,$(SUBDIRS),$(info directory $d))"
	"$(foreach v,$(filter %LOG_COMPILE %LOG_DRIVER,$(.VARIABLES)),"
	"$(info variable $v $($v)))"
	"$(info setting $(AM_TESTS_ENVIRONMENT) $(TESTS_ENVIRONMENT))"
	"$(info source $(abs_srcdir))"
	"$(info build $(abs_builddir))\n"
	"retread-tests: ; @:\n";

/* Lines of one Makefile, each "KIND VALUE". */
struct makefile {
	const char *directory;
	struct arguments test, fails, program, subdirectory, variable;
	struct arguments setting, source, build;
	struct moved moved;
};

static void discover_automake_take_line(
	struct makefile *makefile, const char *line)
{
	const struct {
		const char *kind;
		struct arguments *list;
	} kinds[] = {{"test ", &makefile->test}, {"fails ", &makefile->fails},
		{"program ", &makefile->program},
		{"directory ", &makefile->subdirectory},
		{"variable ", &makefile->variable},
		{"setting ", &makefile->setting},
		{"source ", &makefile->source}, {"build ", &makefile->build}};

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		size_t length = strlen(kinds[i].kind);
		if (strncmp(line, kinds[i].kind, length) == 0)
			arguments_add(kinds[i].list, line + length);
	}
}

static void read_answer(struct makefile *makefile, const char *file)
{
	size_t bytes = 0;
	char *line = NULL;
	FILE *in = fopen(file, "re");

	while (in && getline(&line, &bytes, in) >= 0) {
		line[strcspn(line, "\n")] = '\0';
		discover_automake_take_line(makefile, line);
	}
	if (in)
		fclose(in);
	free(line);
}

static void discover_automake_release(struct makefile *makefile)
{
	arguments_release(&makefile->test);
	arguments_release(&makefile->fails);
	arguments_release(&makefile->program);
	arguments_release(&makefile->subdirectory);
	arguments_release(&makefile->variable);
	arguments_release(&makefile->setting);
	arguments_release(&makefile->source);
	arguments_release(&makefile->build);
	moved_release(&makefile->moved);
}

static bool discover_automake_has_word(
	const struct arguments *list, const char *word)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->word[i], word) == 0)
			return true;
	return false;
}

static const char *discover_automake_first_of(const struct arguments *list)
{
	return list->count > 0 ? list->word[0] : "";
}

/* What the variable KEY is for the test NAME: that of LOG_KEY, or for "x.sh" of
 * SH_LOG_KEY. "": nothing. */
static const char *variable_of(
	const struct makefile *makefile, const char *name, const char *key)
{
	const char *dot = strrchr(words_base_name(name), '.');
	char *plain_name = memory_format("LOG_%s ", key);
	char *own_name = memory_format(
		"%s%s%s", dot ? dot + 1 : "", dot ? "_" : "", plain_name);
	const char *plain = "", *own = NULL;

	for (char *at = own_name; *at != '\0'; at++)
		*at = (char)toupper((unsigned char)*at);
	for (size_t i = 0; i < makefile->variable.count; i++) {
		const char *line = makefile->variable.word[i];
		if (strncmp(line, plain_name, strlen(plain_name)) == 0)
			plain = line + strlen(plain_name);
		if (strncmp(line, own_name, strlen(own_name)) == 0)
			own = line + strlen(own_name);
	}
	free(plain_name);
	free(own_name);
	return own ? own : plain;
}

static bool discover_automake_is_blank(const char *text)
{
	return text[strspn(text, " \t")] == '\0';
}

/* PROGRAM as the driver would run it: after AM_TESTS_ENVIRONMENT and the like, which
 * are pieces of shell. */
static char **discover_automake_command_of(
	const struct makefile *makefile, const char *name, const char *program)
{
	const char *setting = discover_automake_first_of(&makefile->setting);
	const char *compile = variable_of(makefile, name, "COMPILE");
	struct arguments command = {0};

	if (discover_automake_is_blank(setting) &&
		discover_automake_is_blank(compile)) {
		arguments_add(&command, program);
		return arguments_detach(&command);
	}
	arguments_add(&command, "/bin/sh");
	arguments_add(&command, "-c");
	arguments_add_format(&command, "%s %s \"$0\"", setting, compile);
	arguments_add(&command, program);
	return arguments_detach(&command);
}

/* A test is built here, or is a script in the source tree. */
static void discover_automake_take_test(struct discovery *discovery,
	const struct makefile *makefile, const char *name)
{
	char *here = realpath(makefile->directory, NULL);
	char *source = moved_fix(&makefile->moved,
		memory_string_dup(makefile->source.count > 0
					  ? makefile->source.word[0]
					  : here));
	char *built = memory_format("%s/%s", here, name);
	char *script = memory_format("%s/%s", source, name);
	const char *program = access(built, F_OK) == 0 ? built : script;
	struct arguments environment = {0};
	struct test test = {.name = memory_string_dup(name),
		.directory = here,
		.skip_code = SKIP_CODE,
		.should_fail =
			discover_automake_has_word(&makefile->fails, name)};

	if (access(program, F_OK) != 0) {
		discovery->absent++;
		tests_forget(&test);
	} else {
		arguments_add_format(&environment, "srcdir=%s", source);
		test.command =
			discover_automake_command_of(makefile, name, program);
		test.prints_tap = strstr(
			variable_of(makefile, name, "DRIVER"), "tap-driver");
		test.environment = arguments_detach(&environment);
		moved_fix_test(&makefile->moved, &test);
		discover_add(discovery, &test, &discovery->of_automake);
	}
	free(source);
	free(built);
	free(script);
}

/* Where no Makefile has TESTS, `make check` builds programs that are run by hand. */
static void take_programs(
	struct discovery *discovery, const struct makefile *makefile)
{
	for (size_t i = 0; i < makefile->program.count; i++) {
		const char *name = makefile->program.word[i];
		size_t before = discovery->of_automake;
		if (strcasestr(words_base_name(name), "test"))
			discover_automake_take_test(discovery, makefile, name);
		discovery->by_name |= discovery->of_automake > before;
	}
}

/* WANTS_PROGRAMS: not the tests, but what looks like some. */
static int ask_make(struct discovery *discovery, const char *directory,
	bool wants_programs, unsigned depth, struct error *err)
{
	/* -o: a Makefile that is out of date is not made again. */
	char *command[] = {(char *)"make", (char *)"-s",
		(char *)"--no-print-directory", (char *)"-o",
		(char *)"Makefile", (char *)"-f", (char *)"-",
		(char *)"retread-tests", NULL};
	struct makefile makefile = {.directory = directory};
	int status = 0;

	if (discover_ask(discovery, command, directory, question, err) != 0)
		return error_add_context(err, "%s", directory);
	read_answer(&makefile, discovery->scratch);
	moved_find(&makefile.moved, directory,
		discover_automake_first_of(&makefile.build),
		discover_automake_first_of(&makefile.source));
	if (wants_programs)
		take_programs(discovery, &makefile);
	for (size_t i = 0; !wants_programs && i < makefile.test.count; i++)
		discover_automake_take_test(
			discovery, &makefile, makefile.test.word[i]);
	for (size_t i = 0; i < makefile.subdirectory.count; i++) {
		const char *name = makefile.subdirectory.word[i];
		char *below = memory_format("%s/%s", directory, name);
		if (status == 0 && depth < DEPTH_MAX && strcmp(name, ".") != 0)
			status = ask_make(discovery, below, wants_programs,
				depth + 1, err);
		free(below);
	}
	discover_automake_release(&makefile);
	return status;
}

int discover_automake(
	struct discovery *discovery, const char *directory, struct error *err)
{
	size_t absent = discovery->absent, found = discovery->tests.count;

	if (ask_make(discovery, directory, false, 0, err) != 0)
		return -1;
	if (discovery->tests.count > found || discovery->absent > absent)
		return 0;
	return ask_make(discovery, directory, true, 0, err);
}
