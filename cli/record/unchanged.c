/* SPDX-License-Identifier: MIT
 * Of tests that were recorded before, those whose results still hold: nothing that they
 * executed, or read, is among what changed. */
#include "config.h"

#include "cli/record/steps.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/recorded.h"
#include "cli/suite/tests.h"
#include "lib/code/elf.h"
#include "lib/code/interpreters.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"

/*--- what was recorded ---*/

/* A process, by its directory. */
struct process {
	const char *directory;
	struct report_inputs inputs;
	bool is_touched; /* by a change, or nobody knows */
};

struct unchanged {
	struct arena arena;
	struct recorded_commands commands; /* sorted by test */
	struct process *process;
	size_t process_count, process_capacity;
	const struct changes *changes;
};

static void unchanged_add_process(
	struct unchanged *unchanged, const char *directory)
{
	struct process *process;
	struct error ignored = {{0}};
	char *path = memory_format("%s/" REPORT_INPUTS_FILE, directory);

	unchanged->process =
		memory_grow(unchanged->process, &unchanged->process_capacity,
			unchanged->process_count + 1, sizeof *process);
	process = &unchanged->process[unchanged->process_count++];
	*process = (struct process){
		.directory = arena_string(&unchanged->arena, directory)};
	if (report_read_inputs(
		    &process->inputs, &unchanged->arena, path, &ignored) != 0)
		process->inputs.test = NULL;
	free(path);
}

/* Those in RECORD/PROGRAM. */
static void add_processes(struct unchanged *unchanged, const char *record)
{
	struct dirent **program, **process;
	int programs = scandir(record, &program, NULL, alphasort);

	for (int i = 0; i < programs; i++) {
		char *folder =
			memory_format("%s/%s", record, program[i]->d_name);
		int count =
			program[i]->d_name[0] == '.'
				? -1
				: scandir(folder, &process, NULL, alphasort);
		for (int k = 0; k < count; k++) {
			char *path = memory_format(
				"%s/%s", folder, process[k]->d_name);
			if (process[k]->d_name[0] != '.')
				unchanged_add_process(unchanged, path);
			free(path);
			free(process[k]);
		}
		if (count >= 0)
			free(process);
		free(folder);
		free(program[i]);
	}
	if (programs >= 0)
		free(program);
}

/*--- what changed ---*/

/* How all that is built follows from these. */
static bool is_of_build(const char *name)
{
	static const char *const pattern[] = {"*Makefile*", "*.mk", "*.am",
		"*.cmake", "*CMakeLists.txt", "*meson.build", "*meson*.txt",
		"*configure*", "*.ac", "*.m4"};

	for (size_t i = 0; i < sizeof pattern / sizeof pattern[0]; i++)
		if (fnmatch(pattern[i], name, 0) == 0)
			return true;
	return false;
}

/* Is NAME what configure makes a file of? Tests call their data so, too, but read it. */
static bool is_template(const struct unchanged *unchanged, const char *name)
{
	if (fnmatch("*.in", name, 0) != 0)
		return false;
	for (size_t i = 0; i < unchanged->process_count; i++) {
		if (report_inputs_read(&unchanged->process[i].inputs, name))
			return false;
	}
	return true;
}

/* Does NAME change what no debug information tells of? That is true of what configures
 * the build, of macros, and of a header that nobody seems to use. */
static bool concerns_all(const struct unchanged *unchanged, const char *name)
{
	if (is_of_build(name) || is_template(unchanged, name))
		return true;
	if (!changes_is_header(name))
		return false;
	if (changes_has_macros(unchanged->changes, name))
		return true;
	for (size_t i = 0; i < unchanged->process_count; i++)
		if (report_inputs_have(&unchanged->process[i].inputs, name))
			return false;
	return true;
}

/*--- which tests ---*/

static int unchanged_compare_names(const void *left, const void *right)
{
	const struct recorded_command *a = left, *b = right;

	return strcmp(a->test, b->test);
}

static int compare_commands(const void *left, const void *right)
{
	const struct recorded_command *a = left, *b = right;
	int order = unchanged_compare_names(a, b);

	return order != 0 ? order : a->index < b->index ? -1 : 1;
}

static int unchanged_compare_tests(const void *left, const void *right)
{
	const struct test *const *a = left, *const *b = right;
	int order = strcmp(tests_name(*a), tests_name(*b));

	return order != 0 ? order : *a < *b ? -1 : *a > *b;
}

static bool is_same_command(
	const struct recorded_command *command, const struct test *test)
{
	char *here = realpath(test->directory ? test->directory : ".", NULL);
	bool result = here && command->directory &&
		      strcmp(here, command->directory) == 0;
	size_t i = 0;

	free(here);
	while (result && i < command->word_count && test->command[i]) {
		result = strcmp(command->word[i], test->command[i]) == 0;
		i++;
	}
	return result && i == command->word_count && !test->command[i];
}

/* Of what an interpreter reads, little is known. */
static bool is_interpreted(const struct test *test)
{
	struct elf_facts facts = {0};
	bool found;
	char *path = environment_find_program(test->command[0], &found);
	bool result = !path || elf_read_facts(path, &facts, NULL) != 0 ||
		      !facts.is_elf || interpreters_have(path);

	free(path);
	return result;
}

/* Does a change touch the command of TEST? */
static bool is_command_touched(
	const struct unchanged *unchanged, const struct test *test)
{
	const struct arguments *names = &unchanged->changes->name;
	bool result = false;

	for (size_t i = 0; !result && i < names->count; i++) {
		const char *name = names->word[i];
		result = !changes_is_source(name) && is_interpreted(test);
		for (size_t k = 0; !result && test->command[k]; k++)
			result = report_inputs_is_path_of(
				test->command[k], name);
	}
	return result;
}

static bool are_processes_touched(
	const struct unchanged *unchanged, const char *test)
{
	for (size_t i = 0; i < unchanged->process_count; i++)
		if (unchanged->process[i].is_touched &&
			strcmp(unchanged->process[i].inputs.test, test) == 0)
			return true;
	return false;
}

/* Do the results of the COUNT tests of one name hold? COMMAND is the first of that name,
 * in the order in which they were recorded. */
static bool hold(const struct unchanged *unchanged,
	const struct recorded_command *command, const struct test *const *test,
	size_t count)
{
	const struct recorded_command *end =
		unchanged->commands.command + unchanged->commands.count;
	const char *name = tests_name(*test);

	for (size_t i = 0; i < count; i++, command++)
		if (command == end || strcmp(command->test, name) != 0 ||
			!is_same_command(command, test[i]) ||
			command->exit_code != 0 || command->processes == 0 ||
			is_command_touched(unchanged, test[i]))
			return false;
	return (command == end || strcmp(command->test, name) != 0) &&
	       !are_processes_touched(unchanged, name);
}

/* Adds the names of tests whose results hold to KEPT, sorted. */
static void find_kept(const struct unchanged *unchanged,
	const struct tests *tests, struct arguments *kept)
{
	const struct test **test =
		memory_alloc_zero(tests->count + 1, sizeof *test);
	size_t at = 0, count;

	for (size_t i = 0; i < tests->count; i++)
		test[i] = &tests->test[i];
	qsort(test, tests->count, sizeof *test, unchanged_compare_tests);
	for (size_t i = 0; i < tests->count; i += count) {
		const char *name = tests_name(test[i]);
		for (count = 1; i + count < tests->count; count++)
			if (strcmp(tests_name(test[i + count]), name) != 0)
				break;
		while (at < unchanged->commands.count &&
			strcmp(unchanged->commands.command[at].test, name) < 0)
			at++;
		if (hold(unchanged, &unchanged->commands.command[at], &test[i],
			    count))
			arguments_add(kept, name);
	}
	free(test);
}

/* Whether a change may touch any process. */
static bool unchanged_concern_all(const struct unchanged *unchanged)
{
	const struct arguments *names = &unchanged->changes->name;

	for (size_t i = 0; i < names->count; i++)
		if (concerns_all(unchanged, names->word[i]))
			return true;
	return false;
}

bool changes_concern_all(const struct changes *changes,
	const struct report_inputs *inputs, size_t count)
{
	struct unchanged unchanged = {.changes = changes,
		.process =
			memory_alloc_zero(count + 1, sizeof *unchanged.process),
		.process_count = count};
	bool result;

	for (size_t i = 0; i < count; i++)
		unchanged.process[i].inputs = inputs[i];
	result = unchanged_concern_all(&unchanged);
	free(unchanged.process);
	return result;
}

/* Marks processes that a change touches. False: it may touch any. */
static bool touch_processes(struct unchanged *unchanged)
{
	const struct arguments *names = &unchanged->changes->name;

	if (unchanged_concern_all(unchanged))
		return false;
	for (size_t i = 0; i < unchanged->process_count; i++) {
		struct process *process = &unchanged->process[i];
		const struct recorded_command wanted = {
			.test = process->inputs.test};
		/* What a command without a name starts is of no test. */
		if (!wanted.test ||
			!bsearch(&wanted, unchanged->commands.command,
				unchanged->commands.count,
				sizeof *unchanged->commands.command,
				unchanged_compare_names))
			return false;
		for (size_t k = 0; k < names->count; k++)
			process->is_touched |= report_inputs_have(
				&process->inputs, names->word[k]);
	}
	return true;
}

bool unchanged_keeps(const struct arguments *kept, const char *test)
{
	size_t from = 0, to = kept->count;

	while (from < to) {
		size_t middle = (from + to) / 2;
		int order = test ? strcmp(kept->word[middle], test) : 1;
		if (order == 0)
			return true;
		if (order < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return false;
}

static void remove_tests(struct tests *tests, const struct arguments *kept)
{
	size_t left = 0;

	for (size_t i = 0; i < tests->count; i++)
		if (unchanged_keeps(kept, tests_name(&tests->test[i])))
			tests_forget(&tests->test[i]);
		else
			tests->test[left++] = tests->test[i];
	tests->count = left;
}

static void read_commands(struct unchanged *unchanged, const char *out)
{
	struct recorded_commands *commands = &unchanged->commands;

	recorded_read_commands(commands, &unchanged->arena, out);
	if (commands->count > 0)
		qsort(commands->command, commands->count,
			sizeof *commands->command, compare_commands);
}

void unchanged_select(struct arguments *kept, struct tests *tests,
	const char *out, const struct changes *changes)
{
	struct unchanged unchanged = {.changes = changes};
	char *record = memory_format("%s/record", out);

	read_commands(&unchanged, out);
	add_processes(&unchanged, record);
	if (touch_processes(&unchanged))
		find_kept(&unchanged, tests, kept);
	for (size_t i = 0; i < unchanged.process_count; i++)
		if (!unchanged_keeps(kept, unchanged.process[i].inputs.test))
			session_clear_process(unchanged.process[i].directory);
	remove_tests(tests, kept);
	free(unchanged.process);
	arena_release(&unchanged.arena);
	free(record);
}
