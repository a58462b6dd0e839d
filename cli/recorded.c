/* SPDX-License-Identifier: MIT
 * The commands of a recording, and what can be proved by running them again. */
#include "config.h"

#include "cli/recorded.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common.h"
#include "lib/elf.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"
#include "lib/rows.h"
#include "lib/words.h"

#define SIZES 6 /* that are proposed: each twice the one before */

/* ---- the manifest ---- */

static const struct row command_row[] = {
	ROW(recorded_command, test, 0, NULL),
	ROW_TEXTS("command", recorded_command, word, word_count, 0, NULL),
	ROW(recorded_command, directory, ROW_NULLABLE | ROW_LATER, NULL),
	ROW_AS("stdin", recorded_command, input, ROW_NULLABLE | ROW_LATER,
		NULL),
	{0},
};
static const struct rows command_rows = {
	.row = command_row, .bytes = sizeof(struct recorded_command)};

struct manifest {
	struct recorded_command *command;
	size_t count;
};

static const struct row manifest_row[] = {
	ROW_LIST("commands", manifest, command, count, &command_rows, ROW_LATER,
		NULL),
	{0},
};
static const struct rows manifest_rows = {
	.row = manifest_row, .bytes = sizeof(struct manifest)};

static bool shows(const struct report_finding *finding,
	const struct recorded_command *command)
{
	for (size_t i = 0; i < finding->test_count; i++)
		if (strcmp(finding->tests[i], command->test) == 0)
			return true;
	return false;
}

const struct recorded_command *recorded_find(struct arena *arena,
	const char *results, const struct report_finding *finding)
{
	char *path = memory_format("%s/manifest.json", results);
	const struct recorded_command *found = NULL;
	struct manifest manifest = {0};
	struct error err = {{0}};

	if (rows_read_file(&manifest_rows, path, arena, &manifest, &err))
		manifest.count = 0;
	for (size_t i = 0; !found && i < manifest.count; i++) {
		const struct recorded_command *command = &manifest.command[i];
		if (shows(finding, command) && command->directory &&
			command->word_count > 0)
			found = command;
	}
	free(path);
	return found;
}

char *recorded_path_dup(
	const struct recorded_command *command, const char *word)
{
	return *word == '/' ? memory_string_dup(word)
			    : memory_format("%s/%s", command->directory, word);
}

static bool is_data(const char *path)
{
	struct elf_facts facts = {0};
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       status.st_size > 0 &&
	       (elf_read_facts(path, &facts, NULL) != 0 || !facts.is_elf);
}

size_t recorded_find_inputs(const struct recorded_command *command,
	struct recorded_input *input, size_t most)
{
	size_t count = 0;

	for (size_t i = 1; i < command->word_count && count < most; i++) {
		char *path = recorded_path_dup(command, command->word[i]);
		if (is_data(path))
			input[count++] = (struct recorded_input){path, i};
		else
			free(path);
	}
	if (command->input && count < most && is_data(command->input))
		input[count++] = (struct recorded_input){
			memory_string_dup(command->input), 0};
	return count;
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

static bool has_input(const struct recorded_command *command)
{
	struct recorded_input input = {.path = NULL};
	bool result = recorded_find_inputs(command, &input, 1) > 0;

	free(input.path);
	return result;
}

void recorded_print_proof(
	const char *results, const struct report_finding *finding, FILE *out)
{
	struct arena arena = {0};
	const struct recorded_command *command =
		recorded_find(&arena, results, finding);
	char *argument = cli_directory_argument(results);
	size_t number = command ? find_number(command) : 0;
	bool is_file = command && has_input(command);

	if (*argument != '\0')
		fprintf(out, "RETREAD_OUT=%s ", argument + 1);
	fprintf(out, "retread %s %s",
		is_file || number > 0 ? "prove" : "harness", finding->id);
	if (!is_file && number > 0)
		print_vary(command, number, out);
	putc('\n', out);
	free(argument);
	arena_release(&arena);
}
