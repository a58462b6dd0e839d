/* SPDX-License-Identifier: MIT
 * How a program that was not compiled by retread-cc is to be watched. */
#include "config.h"

#include "fuzz-perf/breakpoints/choice.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/program.h"
#include "lib/words.h"

#define WATCH	    "retread-watch"
#define FIELD(name) .offset = offsetof(struct choice, name)

static const struct option_row rows[] = {
	{"object", 0, OPTION_TEXTS, FIELD(objects), .argument = "LIBRARY",
		.help = "without source: also watch libraries so named, or at "
			"this path"},
	{"function", 0, OPTION_TEXT, FIELD(function), .argument = "NAME[:file]",
		.help = "without source, of a library: run this function, not "
			"LLVMFuzzerTestOneInput"},
	{"perf", 0, OPTION_FLAG, FIELD(counts),
		.help = "without source: count how often each block runs, "
			"under Valgrind"},
	{"paranoid", 0, OPTION_FLAG, FIELD(only_reached),
		.help = "without source: watch only code that direct branches "
			"lead to"},
};

const struct option_set choice_options = {OPTION_ROWS(rows)};

int choice_make_command(const struct choice *choice, char *const *command,
	struct arguments *line, struct error *err)
{
	char *watch = program_find_part(WATCH, X_OK);

	if (!choice->is_watched) {
		free(watch);
		if (choice->objects.count || choice->function ||
			choice->only_reached || choice->counts)
			return error_set(err,
				"--object, --function, --paranoid and --perf "
				"need --no-source");
		arguments_add_all(line, command);
		return 0;
	}
	if (!watch)
		return error_set(err, "%s is not installed", WATCH);
	arguments_add(line, watch);
	options_add_arguments(&choice_options, choice, line);
	arguments_add(line, "--");
	arguments_add_all(line, command);
	free(watch);
	return 0;
}

bool choice_add_counting(char *const *line, struct arguments *counting)
{
	char *const *program = choice_program_words(line);

	for (char *const *word = line; word < program; word++)
		if (!strcmp(*word, "--perf"))
			return false;
	if (program == line)
		return false;
	arguments_add(counting, line[0]);
	arguments_add(counting, "--perf");
	arguments_add_all(counting, line + 1);
	return true;
}

char *const *choice_program_words(char *const *line)
{
	if (strcmp(words_base_name(line[0]), WATCH))
		return line;
	for (size_t i = 1; line[i] && line[i + 1]; i++)
		if (!strcmp(line[i], "--"))
			return line + i + 1;
	return line;
}
