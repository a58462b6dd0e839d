/* SPDX-License-Identifier: MIT
 * `retread discover`: finds tests and writes them down for `retread record`. */
#include "config.h"

#include "cli/record/discover.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/command/known_errors.h"
#include "lib/folders.h"
#include "lib/memory.h"

struct discover_options {
	const char *out;
	struct option_texts ctest, meson, automake;
	const char *list;
	bool json, quiet;
};

static int look_into(struct discovery *discovery,
	const struct option_texts *directories, discover_tree *tree,
	struct error *err)
{
	for (size_t i = 0; i < directories->count; i++)
		if (tree(discovery, directories->text[i], err) != 0)
			return -1;
	return 0;
}

/* Nothing was named: what lies here. A Makefile may only lead to a build tree. */
static int look_around(struct discovery *discovery, struct error *err)
{
	static const char *const place[] = {
		".", "build", "_build", "builddir", "out"};

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
			discover_tree *tree = discover_tree_of(place[i]);
			if (tree && (pass == 1 || tree != discover_make))
				return tree(discovery, place[i], err);
		}
	return error_set(err,
		"no build tree of CTest, Meson or Automake, and no Makefile "
		"with tests, is here or in build/");
}

/* A program, or a build tree. */
static int take_operand(
	struct discovery *discovery, const char *operand, struct error *err)
{
	discover_tree *tree = discover_tree_of(operand);
	/* What lies here goes before what is in PATH. */
	bool is_here = !strchr(operand, '/') && access(operand, X_OK) == 0;
	struct arguments command = {0};
	struct test test = {.name = NULL};
	size_t absent = discovery->absent;

	if (tree)
		return tree(discovery, operand, err);
	arguments_add_format(&command, "%s%s", is_here ? "./" : "", operand);
	test.command = arguments_detach(&command);
	discover_add(discovery, &test, &discovery->plain);
	if (discovery->absent == absent)
		return 0;
	return error_set(err,
		"%s is neither a program nor a build tree that was configured",
		operand);
}

static int take_list(
	struct discovery *discovery, const char *file, struct error *err)
{
	struct tests tests;

	tests_init(&tests);
	if (tests_read(&tests, file, err) != 0) {
		tests_release(&tests);
		return -1;
	}
	for (size_t i = 0; i < tests.count; i++)
		discover_add(discovery, &tests.test[i], &discovery->plain);
	free(tests.test);
	return 0;
}

static int find_tests(struct discovery *discovery,
	const struct discover_options *options, const struct operands *operands,
	struct error *err)
{
	if (options->ctest.count + options->meson.count +
				options->automake.count + operands->count ==
			0 &&
		!options->list)
		return look_around(discovery, err);
	for (size_t i = 0; i < operands->count; i++)
		if (take_operand(discovery, operands->operand[i], err) != 0)
			return -1;
	if (options->list && take_list(discovery, options->list, err))
		return -1;
	if (look_into(discovery, &options->ctest, discover_ctest, err) != 0 ||
		look_into(discovery, &options->meson, discover_meson, err))
		return -1;
	return look_into(discovery, &options->automake, discover_automake, err);
}

/* "CTest 3, GoogleTest 7". */
static void print_kinds(const struct discovery *discovery)
{
	const struct {
		const char *name;
		size_t count;
	} kinds[] = {{"CTest", discovery->of_ctest},
		{"Meson", discovery->of_meson},
		{"Automake", discovery->of_automake},
		{"Makefile", discovery->of_make},
		{"GoogleTest", discovery->of_gtest},
		{"Catch2", discovery->of_catch}, {"plain", discovery->plain}};
	const char *between = " (";

	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if (kinds[i].count == 0)
			continue;
		fprintf(stderr, "%s%s %zu", between, kinds[i].name,
			kinds[i].count);
		between = ", ";
	}
	fputs(")", stderr);
}

static void discover_print_found(
	const struct discovery *discovery, const char *path, const char *out)
{
	const struct tests *tests = &discovery->tests;
	size_t programs = tests_count_programs(tests);
	char *argument = cli_directory_argument(out);

	fprintf(stderr, "retread: found %zu test%s in %zu program%s",
		tests->count, cli_plural(tests->count), programs,
		cli_plural(programs));
	print_kinds(discovery);
	fprintf(stderr, " -> %s\n", path);
	if (discovery->by_name)
		fputs("  no Makefile has TESTS: these are programs that are "
		      "called tests\n",
			stderr);
	if (discovery->disabled > 0)
		fprintf(stderr, "  %zu disabled test%s left out\n",
			discovery->disabled, cli_plural(discovery->disabled));
	if (discovery->absent > 0)
		fprintf(stderr,
			"  %zu test%s left out: the program is not built, or "
			"cannot be run\n",
			discovery->absent, cli_plural(discovery->absent));
	fprintf(stderr, "next: retread record%s%s\n",
		*argument != '\0' ? " --out" : "", argument);
	free(argument);
}

static int discover(void *chosen, const struct operands *operands)
{
	const struct discover_options *options = chosen;
	const char *out = cli_out_directory(options->out);
	char *path = memory_format("%s/tests.json", out);
	char *scratch = memory_format("%s.%ld.tmp", path, (long)getpid());
	struct discovery discovery = {.scratch = scratch};
	struct error err = {{0}};
	int status = CLI_DONE;

	if (folders_make_all(out, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "discover", &err, HINT_OUT);
	else if (find_tests(&discovery, options, operands, &err) != 0)
		status = cli_fail(CLI_USAGE, "discover", &err,
			"Name a build tree, or test programs: retread discover "
			"build");
	else if (discovery.tests.count == 0) {
		bool is_unbuilt = discovery.absent > 0;
		error_set(&err, "no tests were found%s",
			is_unbuilt ? ": their programs are not built"
				   : ", the build tree lists none");
		status = cli_fail(CLI_USAGE, "discover", &err,
			"%s test programs: retread discover build/unit_tests",
			is_unbuilt ? "Build them, or name" : "Name");
	} else if (tests_write(&discovery.tests, path, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "discover", &err, HINT_OUT);
	else if (options->json && tests_print(&discovery.tests, stdout, &err))
		status = cli_fail(CLI_ENVIRONMENT, "discover", &err, NULL);
	if (status == CLI_DONE && !options->quiet)
		discover_print_found(&discovery, path, out);
	unlink(scratch);
	tests_release(&discovery.tests);
	free(scratch);
	free(path);
	return status;
}

int verb_discover(int argc, char **argv)
{
	struct discover_options chosen = {0};
	const struct option_row rows[] = {
		{"ctest", 0, OPTION_TEXTS, &chosen.ctest, .argument = "DIR",
			.help = "the tests of a CMake build tree"},
		{"meson", 0, OPTION_TEXTS, &chosen.meson, .argument = "DIR",
			.help = "the tests of a Meson build tree"},
		{"automake", 0, OPTION_TEXTS, &chosen.automake,
			.argument = "DIR",
			.help = "the tests of an Automake build tree"},
		{"list", 0, OPTION_TEXT, &chosen.list, .argument = "FILE",
			.help = "the commands in FILE, one a line"},
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "write DIR/tests.json instead of "
				"retread-out/tests.json"},
		{"json", 0, OPTION_FLAG, &chosen.json,
			.help = "print what was found, too"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
	};
	const struct options options = {"retread discover",
		"[OPTION]... [DIR|PROGRAM]...",
		"Finds tests: of build trees (CTest, Meson, Automake, make), "
		"and the "
		"test cases of GoogleTest and Catch2 programs; of what lies "
		"here without an argument.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, discover, &chosen);
}
