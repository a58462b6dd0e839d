/* SPDX-License-Identifier: MIT
 * `retread branches`: runs a program as it is under the Valgrind tool `snap`, and
 * shows which branches it took; retread-edges reads what the tool left. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/environment.h"
#include "cli/known_errors.h"
#include "cli/programs.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/format/snap_file.h"
#include "lib/memory.h"
#include "lib/words.h"

#define PART_FILE "retread-edges"

static const char *const forms[] = {
	"text", "json", "callgrind", "folded", NULL};
static const char *const encodings[] = {"exact", "snap", "afl", "block", NULL};
static const char *const predictors[] = {
	"none", "bimodal", "gshare", "tage-lite", NULL};

struct branches {
	char **command;
	char *scratch; /* where the processes leave their files */
	const char *object, *function, *range;
	const char *output;
	uint64_t top, lbq, btb, ras;
	int form, encoding, predictor;
	bool starts_off, one_process;
};

/* Becomes Valgrind. */
static void branches_become_valgrind(
	const struct environment *environment, const struct branches *branches)
{
	struct arguments line = {0};

	arguments_add(&line, environment->valgrind);
	arguments_add(&line, "-q");
	arguments_add(&line, "--tool=snap");
	arguments_add_format(&line, "--out-file=%s/%%p", branches->scratch);
	arguments_add_format(&line, "--trace-children=%s",
		branches->one_process ? "no" : "yes");
	arguments_add_format(
		&line, "--trace=%s", branches->starts_off ? "no" : "yes");
	arguments_add_format(
		&line, "--encoding=%s", encodings[branches->encoding]);
	arguments_add_format(&line, "--bp=%s", predictors[branches->predictor]);
	arguments_add_format(&line, "--lbq=%d", (int)branches->lbq);
	arguments_add_format(&line, "--btb=%d", (int)branches->btb);
	arguments_add_format(&line, "--ras=%d", (int)branches->ras);
	if (branches->object)
		arguments_add_format(&line, "--obj=%s", branches->object);
	if (branches->function)
		arguments_add_format(&line, "--fn=%s", branches->function);
	if (branches->range)
		arguments_add_format(&line, "--range=%s", branches->range);
	arguments_add(&line, "--");
	arguments_add_all(&line, branches->command);
	setenv("VALGRIND_LIB", environment->tool_directory, 1);
	execv(environment->valgrind, line.word);
	_exit(127);
}

/* Calls EACH with every file in the scratch directory, in order. */
static size_t each_file(const struct branches *branches,
	void (*each)(const char *path, void *context), void *context)
{
	struct dirent **entry;
	int count = scandir(branches->scratch, &entry, NULL, alphasort);
	size_t files = 0;

	for (int i = 0; i < count; i++) {
		if (entry[i]->d_name[0] != '.') {
			char *path = memory_format(
				"%s/%s", branches->scratch, entry[i]->d_name);
			each(path, context);
			files++;
			free(path);
		}
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return files;
}

static void branches_add_file(const char *path, void *context)
{
	arguments_add(context, path);
}

static void remove_file(const char *path, void *context)
{
	(void)context;
	unlink(path);
}

static int branches_show(const struct branches *branches)
{
	struct arguments line = {0};
	struct error err = {{0}};
	char *command,
		*top = memory_format("%llu", (unsigned long long)branches->top);
	int status;

	arguments_add(&line, PART_FILE);
	arguments_add_option(&line, "format", forms[branches->form]);
	arguments_add_option(&line, "top", top);
	arguments_add_option(&line, "out", branches->output);
	command = words_shell_quote(branches->command[0]);
	arguments_add_option(&line, "command", command);
	arguments_add(&line, "--");
	free(command);
	free(top);
	if (each_file(branches, branches_add_file, &line) == 0) {
		error_set(&err,
			"%s left nothing: it did not run under Valgrind, or "
			"forbade to write files (seccomp)",
			branches->command[0]);
		status = cli_fail(CLI_ENVIRONMENT, "branches", &err, NULL);
	} else {
		status = programs_run(PART_FILE, line.word, &err);
		if (status < 0)
			status = cli_fail(CLI_ENVIRONMENT, "branches", &err,
				HINT_INSTALL);
	}
	arguments_release(&line);
	return status;
}

/* The program's own end comes before what was seen of it. */
static int branches_tell_end(
	const struct branches *branches, int status, int shown)
{
	struct error err = {{0}};

	if (shown != CLI_DONE)
		return shown;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return CLI_DONE;
	if (WIFSIGNALED(status))
		error_set(&err, "%s was ended by signal %d",
			branches->command[0], WTERMSIG(status));
	else
		error_set(&err, "%s ended with exit code %d",
			branches->command[0], WEXITSTATUS(status));
	return cli_fail(CLI_TESTS_FAILED, "branches", &err, NULL);
}

/* Ctrl-C is for the program: what it did until then is shown. */
static int branches_run(
	const struct environment *environment, struct branches *branches)
{
	struct error err = {{0}};
	void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		signal(SIGINT, interrupt);
		branches_become_valgrind(environment, branches);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	signal(SIGINT, interrupt);
	if (child < 0) {
		error_set_errno(&err, "cannot start Valgrind");
		return cli_fail(CLI_ENVIRONMENT, "branches", &err, NULL);
	}
	return branches_tell_end(branches, status, branches_show(branches));
}

static int run_in_scratch(void *chosen, const struct operands *operands)
{
	struct branches *branches = chosen;
	const char *temporary = getenv("TMPDIR");
	struct environment environment;
	struct error err = {{0}};
	const char *hint;
	int status;

	branches->command = operands->operand;
	environment_init(&environment);
	status = environment_check_tool(
		&environment, "snap", branches->command[0], &err, &hint);
	branches->scratch = memory_format("%s/retread-XXXXXX",
		temporary && *temporary != '\0' ? temporary : "/tmp");
	if (status != CLI_DONE) {
		status = cli_fail(
			status, "branches", &err, hint ? "%s" : NULL, hint);
	} else if (!mkdtemp(branches->scratch)) {
		error_set_errno(&err, "cannot make %s", branches->scratch);
		status = cli_fail(CLI_ENVIRONMENT, "branches", &err, NULL);
	} else {
		status = branches_run(&environment, branches);
		each_file(branches, remove_file, NULL);
		rmdir(branches->scratch);
	}
	environment_release(&environment);
	free(branches->scratch);
	return status;
}

int verb_branches(int argc, char **argv)
{
	struct branches branches = {.top = 20, .btb = 512, .ras = 16};
	const struct option_row rows[] = {
		{"top", 0, OPTION_NUMBER, &branches.top, .argument = "N",
			.help = "how many edges to print (20)", .min = 1},
		{"format", 0, OPTION_CHOICE, &branches.form, .argument = "FORM",
			.help = "text, json, callgrind or folded (text)",
			.choices = forms},
		{"out", 'o', OPTION_TEXT, &branches.output, .argument = "FILE",
			.help = "write it to FILE"},
		{"obj", 0, OPTION_TEXT, &branches.object, .argument = "PATTERN",
			.help = "only branches in object files so named"},
		{"fn", 0, OPTION_TEXT, &branches.function,
			.argument = "PATTERN",
			.help = "only branches in functions so named"},
		{"range", 0, OPTION_TEXT, &branches.range, .argument = "LO-HI",
			.help = "only branches at these addresses, as nm "
				"prints "
				"them"},
		{"off", 0, OPTION_FLAG, &branches.starts_off,
			.help = "count only from SNAP_ON() on"},
		{"no-children", 0, OPTION_FLAG, &branches.one_process,
			.help = "leave out programs that it starts"},
		{"bp", 0, OPTION_CHOICE, &branches.predictor,
			.argument = "MODEL",
			.help = "predict branches: none, bimodal, gshare or "
				"tage-lite (none)",
			.choices = predictors},
		{"btb", 0, OPTION_NUMBER, &branches.btb, .argument = "N",
			.help = "the model knows N targets of jumps (512)",
			.min = 1, .max = SNAP_TARGETS_MAX},
		{"ras", 0, OPTION_NUMBER, &branches.ras, .argument = "N",
			.help = "the model knows N return addresses (16)",
			.min = 1, .max = SNAP_RETURNS_MAX},
		{"encoding", 0, OPTION_CHOICE, &branches.encoding,
			.argument = "MAP",
			.help = "also count as fuzzers do: exact, snap, afl or "
				"block (exact)",
			.choices = encodings},
		{"lbq", 0, OPTION_NUMBER, &branches.lbq, .argument = "N",
			.help = "hash the last N branches (0)",
			.max = SNAP_LBQ_MAX},
	};
	const struct options options = {"retread branches",
		"[OPTION]... -- PROGRAM [ARGUMENT]...",
		"Runs PROGRAM as it is and counts exactly which way each of "
		"its "
		"branches went.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which program?"};

	return options_run(&options, argc, argv, run_in_scratch, &branches);
}
