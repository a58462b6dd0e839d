/* SPDX-License-Identifier: MIT
 * The commands of a recording, and what can be proved by running them again. */
#include "config.h"

#include "cli/recorded.h"

#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/code/elf.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"
#include "lib/report/report.h"
#include "lib/rows.h"
#include "lib/words.h"

#define SIZES 6 /* that are proposed: each twice the one before */

/* ---- the manifest ---- */

static const struct row command_row[] = {
	ROW(recorded_command, test, 0, NULL),
	ROW_TEXTS("command", recorded_command, word, word_count, 0, NULL),
	ROW(recorded_command, directory, ROW_NULLABLE | ROW_LATER, NULL),
	ROW_TEXTS("environment", recorded_command, variable, variable_count,
		ROW_LATER, NULL),
	ROW_AS("stdin", recorded_command, input, ROW_NULLABLE | ROW_LATER,
		NULL),
	ROW_BETWEEN("exit_code", recorded_command, exit_code, -1, 255,
		ROW_LATER, NULL),
	ROW(recorded_command, processes, ROW_LATER, NULL),
	{0},
};
static const struct rows command_rows = {
	.row = command_row, .bytes = sizeof(struct recorded_command)};

static const struct row commands_row[] = {
	ROW_LIST("commands", recorded_commands, command, count, &command_rows,
		ROW_LATER, NULL),
	{0},
};
static const struct rows commands_rows = {
	.row = commands_row, .bytes = sizeof(struct recorded_commands)};

void recorded_read_commands(struct recorded_commands *commands,
	struct arena *arena, const char *results)
{
	char *path = memory_format("%s/manifest.json", results);
	struct error ignored = {{0}};

	*commands = (struct recorded_commands){.count = 0};
	if (rows_read_file(&commands_rows, path, arena, commands, &ignored))
		commands->count = 0;
	for (size_t i = 0; i < commands->count; i++) {
		commands->command[i].index = i;
		commands->command[i].is_only = commands->count == 1;
	}
	free(path);
}

/* Is TEST, as a process of it has it, that of COMMAND? What an unnamed command starts
 * is called by its own program. */
static bool is_of(const struct recorded_command *command, const char *test)
{
	return command->is_only || (test && strcmp(test, command->test) == 0);
}

/* Is the process with COMMAND_LINE of the same program as COMMAND, but with other
 * arguments? Unnamed commands of one program are one test. */
static bool is_another(
	const struct recorded_command *command, const char *command_line)
{
	size_t program = strlen(command->word[0]);
	struct arguments own = {0};
	char *words;
	bool result;

	for (size_t i = 0; i < command->word_count; i++)
		arguments_add(&own, command->word[i]);
	words = arguments_join_dup(&own, " ");
	result = strncmp(command_line, words, program) == 0 &&
		 command_line[program] == ' ' &&
		 strncmp(command_line, words, strlen(command_line)) != 0;
	arguments_release(&own);
	free(words);
	return result;
}

static bool recorded_is_witness(const struct report_witness *witness,
	const struct recorded_command *command)
{
	for (size_t i = 0; i < witness->test_count; i++)
		if (is_of(command, witness->tests[i]))
			return !witness->process.command ||
			       !is_another(command, witness->process.command);
	return false;
}

/* The longest walk that a process of COMMAND shows of FINDING; 0: none does. */
static uint64_t recorded_shows(const struct report_finding *finding,
	const struct recorded_command *command)
{
	uint64_t longest = 0;

	if (!command->directory || command->word_count == 0)
		return 0;
	for (size_t i = 0; i < finding->witness_count; i++) {
		const struct report_witness *witness = &finding->witness[i];
		uint64_t length = witness->evidence.walk_length.max + 1;
		if (recorded_is_witness(witness, command) && length > longest)
			longest = length;
	}
	return longest;
}

/* Did the process whose inputs PATH has run code of FILE? Then RAN of its command. */
static void note_process(const struct recorded_commands *commands,
	const char *path, const char *file, bool *ran)
{
	struct arena arena = {0};
	struct report_inputs inputs;
	struct error ignored = {{0}};
	bool is_there = false;

	if (report_read_inputs(&inputs, &arena, path, &ignored) == 0)
		for (size_t i = 0; i < inputs.source_count; i++)
			is_there |= strcmp(inputs.source[i], file) == 0;
	for (size_t i = 0; is_there && i < commands->count; i++)
		ran[i] |= is_of(&commands->command[i], inputs.test);
	arena_release(&arena);
}

static void note_processes(const struct recorded_commands *commands,
	const char *results, const char *file, bool *ran)
{
	char *pattern =
		memory_format("%s/record/*/*/" REPORT_INPUTS_FILE, results);
	glob_t found = {0};

	if (file && glob(pattern, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++)
			note_process(commands, found.gl_pathv[i], file, ran);
	globfree(&found);
	free(pattern);
}

/* The place of a command of which FINDING's walk has LENGTH, after those with longer ones. */
static size_t place_by_length(
	const struct recorded_choice *choice, uint64_t length)
{
	size_t place = choice->count;

	while (place > 0 && choice->longest[place - 1] < length)
		place--;
	return place;
}

/* Those of COMMANDS that show FINDING, the longest walks first; with RAN, others that it is
 * true of. */
static struct recorded_choice recorded_choose(struct arena *arena,
	const struct recorded_commands *commands,
	const struct report_finding *finding, const bool *ran)
{
	struct recorded_choice choice = {
		arena_alloc_zero(
			arena, commands->count + 1, sizeof *choice.command),
		arena_alloc_zero(
			arena, commands->count + 1, sizeof *choice.longest),
		0};

	for (size_t i = 0; i < commands->count; i++) {
		const struct recorded_command *command = &commands->command[i];
		uint64_t length = recorded_shows(finding, command);
		size_t place;
		if (ran ? length > 0 || !ran[i] || !command->directory ||
					command->word_count == 0
			: length == 0)
			continue;
		place = place_by_length(&choice, length);
		memmove(choice.command + place + 1, choice.command + place,
			(choice.count - place) * sizeof *choice.command);
		memmove(choice.longest + place + 1, choice.longest + place,
			(choice.count - place) * sizeof *choice.longest);
		choice.command[place] = command;
		choice.longest[place] = length;
		choice.count++;
	}
	return choice;
}

struct recorded_choice recorded_find(struct arena *arena, const char *results,
	const struct report_finding *finding)
{
	struct recorded_commands commands;

	recorded_read_commands(&commands, arena, results);
	return recorded_choose(arena, &commands, finding, NULL);
}

struct recorded_choice recorded_find_others(struct arena *arena,
	const char *results, const struct report_finding *finding)
{
	struct recorded_commands commands;
	bool *ran;

	recorded_read_commands(&commands, arena, results);
	ran = arena_alloc_zero(arena, commands.count + 1, sizeof *ran);
	note_processes(&commands, results, finding->file, ran);
	return recorded_choose(arena, &commands, finding, ran);
}

/* Adds what PATH says to TO, which has room for it and begins with a slash if it is
 * not empty. */
static void walk_path(char *to, const char *path)
{
	while (*path != '\0') {
		size_t length = strcspn(path, "/");
		char *last = strrchr(to, '/');
		if (length == 2 && strncmp(path, "..", 2) == 0) {
			if (last)
				*last = '\0';
		} else if (length > 0 && !(length == 1 && *path == '.')) {
			strcat(to, "/");
			strncat(to, path, length);
		}
		path += length + (path[length] == '/');
	}
}

char *recorded_path_dup(
	const struct recorded_command *command, const char *word)
{
	char *path = memory_alloc_zero(
		strlen(command->directory) + strlen(word) + 3, 1);

	if (*word != '/')
		walk_path(path, command->directory);
	walk_path(path, word);
	if (*path == '\0')
		strcpy(path, "/");
	return path;
}

char *recorded_file_dup(
	const struct recorded_command *command, const char *path)
{
	char *kept = command->files
			     ? memory_format("%s%s", command->files, path)
			     : NULL;

	if (kept && access(kept, F_OK) == 0)
		return kept;
	free(kept);
	return memory_string_dup(path);
}

static bool is_data(const char *path)
{
	struct elf_facts facts = {0};
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       status.st_size > 0 &&
	       (elf_read_facts(path, &facts, NULL) != 0 || !facts.is_elf);
}

struct inputs {
	const struct recorded_command *command;
	struct recorded_input *input;
	size_t count, most;
};

static char *inputs_real_dup(const struct inputs *inputs, const char *path)
{
	char *file = recorded_file_dup(inputs->command, path);
	char *real = realpath(file, NULL);

	free(file);
	return real;
}

/* Takes PATH; adds it unless it is there already, or no data. */
static void recorded_add_input(
	struct inputs *inputs, char *path, enum recorded_way way, size_t word)
{
	char *real = inputs_real_dup(inputs, path);
	bool is_new = real && inputs->count < inputs->most && is_data(real);

	for (size_t i = 0; is_new && i < inputs->count; i++) {
		char *other = inputs_real_dup(inputs, inputs->input[i].path);
		is_new = !other || strcmp(other, real) != 0;
		free(other);
	}
	free(real);
	if (is_new)
		inputs->input[inputs->count++] =
			(struct recorded_input){path, way, word};
	else
		free(path);
}

size_t recorded_find_inputs(const struct recorded_command *command,
	const struct report *report, struct recorded_input *input, size_t most)
{
	struct inputs inputs = {command, input, 0, most};

	for (size_t i = 1; i < command->word_count; i++)
		recorded_add_input(&inputs,
			recorded_path_dup(command, command->word[i]),
			RECORDED_ARGUMENT, i);
	if (command->input)
		recorded_add_input(&inputs, memory_string_dup(command->input),
			RECORDED_STDIN, 0);
	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		if (!is_of(command, process->test) ||
			(command->process
					? !process->command ||
						  strcmp(process->command,
							  command->process) != 0
					: is_another(
						  command, process->command)))
			continue;
		for (size_t j = 0; j < process->file_count; j++)
			recorded_add_input(&inputs,
				memory_string_dup(process->file[j]),
				RECORDED_OPENED, 0);
	}
	return inputs.count;
}

/* ---- what to do ---- */

/* The first word that is a number; 0: none. */
static size_t find_number(const struct recorded_command *command)
{
	for (size_t i = 1; i < command->word_count; i++) {
		const char *word = command->word[i];
		if (*word >= '1' && *word <= '9' &&
			strspn(word, "0123456789") == strlen(word) &&
			strlen(word) < 10)
			return i;
	}
	return 0;
}

static void print_vary(
	const struct recorded_command *command, size_t number, FILE *out)
{
	uint64_t size = strtoull(command->word[number], NULL, 10);

	fputs(" --vary N=", out);
	for (int i = 0; i < SIZES; i++)
		fprintf(out, "%s%" PRIu64, i > 0 ? "," : "", size << i);
	fputs(" --", out);
	for (size_t i = 0; i < command->word_count; i++) {
		char *quoted = words_shell_quote(command->word[i]);
		fprintf(out, " %s", i == number ? "{}" : quoted);
		free(quoted);
	}
}

static bool has_input(
	const struct recorded_choice *choice, const struct report *report)
{
	bool result = false;

	for (size_t i = 0; i < choice->count && !result; i++) {
		struct recorded_input input = {.path = NULL};
		result = recorded_find_inputs(
				 choice->command[i], report, &input, 1) > 0;
		free(input.path);
	}
	return result;
}

/* RESULTS as an argument of a command that is started in DIRECTORY, here if it is NULL; ""
 * for the default. Free it. */
static char *recorded_place_dup(const char *results, const char *directory)
{
	char *real = directory ? realpath(results, NULL) : NULL;
	char *place = cli_directory_argument(real ? real : results);

	free(real);
	return place;
}

/* Where COMMAND ran, NULL if that is here: its words are relative to it. */
static const char *recorded_elsewhere(const struct recorded_command *command)
{
	char *here = getcwd(NULL, 0);
	bool is_here = here && strcmp(here, command->directory) == 0;

	free(here);
	return is_here ? NULL : command->directory;
}

void recorded_print_proof(const char *results, const struct report *report,
	const struct report_finding *finding, FILE *out)
{
	struct arena arena = {0};
	struct recorded_choice choice = recorded_find(&arena, results, finding);
	const struct recorded_command *command = choice.command[0];
	bool is_file = has_input(&choice, report);
	size_t number = command && !is_file ? find_number(command) : 0;
	const char *elsewhere;
	char *place;

	elsewhere = number > 0 ? recorded_elsewhere(command) : NULL;
	place = recorded_place_dup(results, elsewhere);
	if (elsewhere) {
		char *quoted = words_shell_quote(elsewhere);
		fprintf(out, "cd %s && ", quoted);
		free(quoted);
	}
	fprintf(out, "retread %s %s%s", command ? "prove" : "harness",
		finding->id, place);
	free(place);
	if (number > 0)
		print_vary(command, number, out);
	putc('\n', out);
	arena_release(&arena);
}
