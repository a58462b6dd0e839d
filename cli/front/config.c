/* SPDX-License-Identifier: MIT
 * `retread config`: the settings that hold here, and who made them. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/project.h"
#include "cli/verbs.h"
#include "lib/command/known_errors.h"
#include "lib/command/options.h"
#include "lib/error.h"

static void config_show(const char *what, const char *value, const char *origin)
{
	printf("%-11s", what);
	cli_print_clean(stdout, value);
	fputs("  # ", stdout);
	cli_print_clean(stdout, origin);
	putchar('\n');
}

/* The variable NAME, or what holds WITHOUT it. */
static void show_variable(
	const char *what, const char *name, const char *without)
{
	const char *value = getenv(name);
	bool is_set = value && *value != '\0';

	config_show(what, is_set ? value : without, is_set ? name : "default");
}

static int show_settings(void *chosen, const struct operands *operands)
{
	const bool *is_asked = chosen;
	struct commands commands = {0};
	struct error err = {{0}};
	char *file = NULL;

	(void)operands;
	if (!*is_asked)
		return cli_misuse("config", "nothing to do",
			"As in: retread config --show");
	if (project_read(&commands, &file, &err) != 0) {
		free(file);
		commands_release(&commands);
		return cli_fail(CLI_USAGE, "config", &err, NULL);
	}
	show_variable("results", "RETREAD_OUT", "retread-out");
	show_variable("no colour", "NO_COLOR", "no");
	show_variable("temporary", "TMPDIR", "/tmp");
	for (size_t i = 0; i < commands.count; i++) {
		char *options = commands_text(commands.command[i] + 1);
		config_show(commands.command[i][0], options, file);
		free(options);
	}
	free(file);
	commands_release(&commands);
	return CLI_DONE;
}

int verb_config(int argc, char **argv)
{
	bool is_asked = false;
	const struct option_row rows[] = {
		{"show", 0, OPTION_FLAG, &is_asked,
			.help = "print what holds in this directory, and "
				"where it was said"},
	};
	const struct options options = {"retread config", "--show",
		"Shows the settings that the environment and the project's "
		".retread make.",
		OPTION_ROWS(rows), .most = 0};

	return options_run(&options, argc, argv, show_settings, &is_asked);
}
