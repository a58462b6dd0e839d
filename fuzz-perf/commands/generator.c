/* SPDX-License-Identifier: MIT
 * `retread gen`: what a generator makes of an input. */
#include "config.h"

#include "fuzz-perf/commands/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/generate/target.h"

#define GEN "retread gen"

/* Runs COMMAND on the input with WISH in its environment; returns its status as
 * from waitpid. */
static int ask_target(char **command, const struct generator_question *asked)
{
	struct arguments words = {0};
	int status = -1;

	arguments_add_all(&words, command);
	arguments_add(&words, asked->input);
	char *runs = memory_format("%" PRIu64, asked->runs);
	char *seconds = memory_format("%" PRIu64, asked->seconds);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		setenv(RETREAD_GEN_WISH, asked->wish, 1);
		setenv(RETREAD_GEN_RUNS, runs, 1);
		setenv(RETREAD_GEN_SECONDS, seconds, 1);
		setenv(RETREAD_GEN_OUT, asked->out ? asked->out : "", 1);
		execvp(words.word[0], words.word);
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	free(runs);
	free(seconds);
	arguments_release(&words);
	return status;
}

static int tell_answer(const struct generator_question *asked, int status)
{
	static const char *const answers[] = {
		[RETREAD_GEN_NO_FAILURE - RETREAD_GEN_DONE] =
			"the input does not fail, or the target makes nothing "
			"of the text",
		[RETREAD_GEN_NO_ENCODER - RETREAD_GEN_DONE] =
			"the target defines no retread_encode()",
		[RETREAD_GEN_NOT_WRITTEN - RETREAD_GEN_DONE] =
			"nothing was written",
	};
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	if (code == RETREAD_GEN_DONE)
		return PROGRAM_DONE;
	if (code > RETREAD_GEN_DONE && code <= RETREAD_GEN_NOT_WRITTEN)
		return program_fail(code == RETREAD_GEN_NO_FAILURE
					    ? PROGRAM_NOTHING
					    : PROGRAM_ENVIRONMENT,
			asked->verb, answers[code - RETREAD_GEN_DONE], NULL);
	if (WIFSIGNALED(status) && !strcmp(asked->wish, RETREAD_GEN_SHOW))
		return PROGRAM_DONE;
	return program_fail(PROGRAM_ENVIRONMENT, asked->verb,
		code == 127 ? "the target cannot be started"
			    : "the target has no generator: it does not define "
			      "retread_generate()",
		NULL);
}

int commands_ask_generator(
	const struct generator_question *asked, char **command)
{
	struct arguments found = {0};
	struct error err = {{0}};

	if (access(asked->input, R_OK)) {
		error_set(&err, "%s: %s", asked->input, strerror(errno));
		return program_fail(PROGRAM_USAGE, asked->verb, err.text, NULL);
	}
	arguments_add_all(&found, command);
	if (!found.count && commands_read_target(asked->input, &found, &err))
		return program_fail(PROGRAM_USAGE, asked->verb, err.text, NULL);
	int status = tell_answer(asked, ask_target(found.word, asked));
	arguments_release(&found);
	return status;
}

static int gen(void *chosen, const struct operands *operands)
{
	struct generator_question *asked = chosen;
	const char *what = operands->before_dashes ? operands->operand[0] : "";

	if (operands->before_dashes != 2)
		return program_fail(PROGRAM_USAGE, GEN,
			"write: retread gen show INPUT, or: retread gen "
			"from-text TEXT -o INPUT",
			NULL);
	asked->input = operands->operand[1];
	if (!strcmp(what, "show"))
		asked->wish = RETREAD_GEN_SHOW;
	else if (!strcmp(what, "from-text") && asked->out)
		asked->wish = RETREAD_GEN_ENCODE;
	else
		return program_fail(PROGRAM_USAGE, GEN,
			"it is show, or from-text with -o", NULL);
	return commands_ask_generator(asked, operands->operand + 2);
}

int command_gen(int argc, char **argv)
{
	struct generator_question asked = {.verb = GEN};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &asked.out, "FILE",
			"the input that from-text makes"},
	};
	const struct options options = {GEN,
		"show INPUT | from-text TEXT -o INPUT [-- TARGET "
		"[ARGUMENT]...]",
		"Prints what the generator of TARGET draws from an input, with "
		"its spans; or makes an input of a text.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, gen, &asked);
}
