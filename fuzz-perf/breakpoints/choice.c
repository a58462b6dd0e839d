/* SPDX-License-Identifier: MIT
 * How a program that was not compiled by retread-cc is to be watched. */
#include "config.h"

#include "fuzz-perf/breakpoints/choice.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/format/snap_file.h"
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
	{"context", 0, OPTION_TEXT, FIELD(context), .argument = "N|auto",
		.help = "without source: keep inputs whose last N branches are "
			"new, too; implies --perf"},
	{"predict", 0, OPTION_TEXT, FIELD(predictor), .argument = "MODEL",
		.help = "without source: predict branches by bimodal, gshare "
			"or tage-lite; implies --perf"},
	{"paranoid", 0, OPTION_FLAG, FIELD(only_reached),
		.help = "without source: watch only code that direct branches "
			"lead to"},
};

const struct option_set choice_options = {OPTION_ROWS(rows)};

static int choice_check(const struct choice *choice, struct error *err)
{
	static const char *const models[] = {"bimodal", "gshare", "tage-lite"};
	const char *context = choice->context, *model = choice->predictor;
	bool is_known = !model;

	if (context && strcmp(context, "auto") && !choice_context(choice))
		return error_set(err,
			"--context: \"%s\" is neither auto nor 1 to %d",
			context, SNAP_LBQ_MAX);
	for (size_t i = 0; model && i < sizeof models / sizeof models[0]; i++)
		is_known |= !strcmp(models[i], model);
	return is_known ? 0
			: error_set(err,
				  "--predict: \"%s\" is not one of bimodal, "
				  "gshare, tage-lite",
				  model);
}

unsigned choice_context(const struct choice *choice)
{
	char *end;
	unsigned long length =
		choice->context ? strtoul(choice->context, &end, 10) : 0;

	return length > SNAP_LBQ_MAX || (length && *end) ? 0 : (unsigned)length;
}

int choice_make_command(const struct choice *choice, char *const *command,
	struct arguments *line, struct error *err)
{
	struct choice all = *choice;
	char *watch;

	if (!choice->is_watched) {
		if (choice->objects.count || choice->function ||
			choice->only_reached || choice->counts ||
			choice->context || choice->predictor)
			return error_set(err,
				"--object, --function, --paranoid, --perf, "
				"--context and --predict need --no-source");
		arguments_add_all(line, command);
		return 0;
	}
	if (choice_check(choice, err))
		return -1;
	watch = program_find_part(WATCH, X_OK);
	if (!watch)
		return error_set(err, "%s is not installed", WATCH);
	all.counts |= all.context || all.predictor;
	arguments_add(line, watch);
	options_add_arguments(&choice_options, &all, line);
	arguments_add(line, "--");
	arguments_add_all(line, command);
	free(watch);
	return 0;
}

bool choice_add_option(
	char *const *line, const char *option, struct arguments *changed)
{
	char *const *program = choice_program_words(line);

	for (char *const *word = line; word < program; word++)
		if (!strncmp(*word, option, strcspn(option, "=")))
			return false;
	if (program == line)
		return false;
	arguments_add(changed, line[0]);
	arguments_add(changed, option);
	arguments_add_all(changed, line + 1);
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
