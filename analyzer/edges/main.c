/* SPDX-License-Identifier: MIT
 * retread-edges, `retread branches`: runs a program as it is under the Valgrind tool
 * snap, and prints which branches it took. */
#include "config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyzer/edges/edges.h"
#include "analyzer/edges/snap.h"
#include "lib/arguments.h"
#include "lib/command/environment.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/format/snap_file.h"
#include "lib/memory.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define NAME "retread branches"

enum form { FORM_TEXT, FORM_JSON, FORM_CALLGRIND, FORM_FOLDED };

struct branches {
	struct snap snap;
	bool reads; /* operands are files of the tool, not a command */
	int form;   /* enum form */
	uint64_t top;
	const char *output; /* NULL: standard output */
	char *command;	    /* that was run, for callgrind */
};

static int edges_print(const struct edges *edges,
	const struct branches *branches, FILE *out, struct error *err)
{
	switch ((enum form)branches->form) {
	case FORM_JSON:
		return edges_print_json(edges, out, err);
	case FORM_CALLGRIND:
		edges_print_callgrind(edges,
			branches->command ? branches->command : "?", out);
		return 0;
	case FORM_FOLDED:
		edges_print_folded(edges, out);
		return 0;
	case FORM_TEXT:
		break;
	}
	edges_print_text(edges, branches->top, out);
	return 0;
}

static int edges_print_to_file(const struct edges *edges,
	const struct branches *branches, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, branches->output, err);

	if (result == 0)
		result = edges_print(edges, branches, file.out, err);
	return whole_file_close(&file, result, err);
}

/* Prints what is in FILES together. Returns an exit code. */
static int edges_show(
	const struct branches *branches, char *const *files, size_t count)
{
	struct edges edges;
	struct error err = {{0}};
	int result = 0;

	edges_init(&edges);
	for (size_t i = 0; i < count && result == 0; i++)
		result = edges_read(&edges, files[i], &err);
	if (result == 0) {
		edges_resolve(&edges);
		result = branches->output
				 ? edges_print_to_file(&edges, branches, &err)
				 : edges_print(&edges, branches, stdout, &err);
	}
	edges_release(&edges);
	if (result == 0 && fflush(stdout) != 0)
		result = error_set_errno(&err, "cannot write");
	return result == 0 ? PROGRAM_DONE
			   : program_fail(
				     PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
}

static int edges_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The files in FOLDER, in order; to be released. */
static struct arguments edges_list_files(const char *folder)
{
	struct arguments files = {0};
	struct dirent **entry;
	int count = scandir(folder, &entry, edges_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		arguments_add_format(&files, "%s/%s", folder, entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return files;
}

/* PROGRAM's own end comes before what was seen of it. */
static int edges_tell_end(const char *program, int status, int shown)
{
	struct error err = {{0}};

	if (shown != PROGRAM_DONE ||
		(WIFEXITED(status) && WEXITSTATUS(status) == 0))
		return shown;
	if (WIFSIGNALED(status))
		error_set(&err, "%s was ended by signal %d", program,
			WTERMSIG(status));
	else
		error_set(&err, "%s ended with exit code %d", program,
			WEXITSTATUS(status));
	return program_fail(PROGRAM_INCOMPLETE, NAME, err.text, NULL);
}

static int run_in(struct branches *branches,
	const struct environment *environment, char *const *command,
	const char *folder)
{
	struct arguments files;
	struct error err = {{0}};
	int status, shown;

	if (snap_run(&branches->snap, environment, command, folder, &status,
		    &err) != 0)
		return program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
	files = edges_list_files(folder);
	branches->command = words_shell_quote(command[0]);
	if (files.count == 0) {
		error_set(&err,
			"%s left nothing: it did not run under Valgrind, or "
			"forbade to write files (seccomp)",
			command[0]);
		shown = program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
	} else {
		shown = edges_show(branches, files.word, files.count);
	}
	for (size_t i = 0; i < files.count; i++)
		unlink(files.word[i]);
	free(branches->command);
	arguments_release(&files);
	return edges_tell_end(command[0], status, shown);
}

static int edges_run(void *chosen, const struct operands *operands)
{
	struct branches *branches = chosen;
	struct environment environment;
	struct error err = {{0}};
	const char *hint;
	char *folder = NULL;
	int status;

	if (branches->reads)
		return edges_show(branches, operands->operand, operands->count);
	environment_init(&environment);
	status = environment_check_tool(
		&environment, "snap", operands->operand[0], &err, &hint);
	if (status != PROGRAM_DONE) {
		program_fail(status, NAME, err.text, hint);
	} else if (!(folder = folders_make_temporary(&err))) {
		status =
			program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
	} else {
		status = run_in(
			branches, &environment, operands->operand, folder);
		rmdir(folder);
	}
	environment_release(&environment);
	free(folder);
	return status;
}

int main(int argc, char **argv)
{
	static const char *const forms[] = {
		"text", "json", "callgrind", "folded", NULL};
	struct branches branches = {.top = 20, .snap = {.btb = 512, .ras = 16}};
	const struct option_row rows[] = {
		{"top", 0, OPTION_NUMBER, &branches.top, .argument = "N",
			.help = "how many edges to print (20)", .min = 1},
		{"format", 0, OPTION_CHOICE, &branches.form, .argument = "FORM",
			.help = "text, json, callgrind or folded (text)",
			.choices = forms},
		{"out", 'o', OPTION_TEXT, &branches.output, .argument = "FILE",
			.help = "write it to FILE"},
		{"obj", 0, OPTION_TEXT, &branches.snap.object,
			.argument = "PATTERN",
			.help = "only branches in object files so named"},
		{"fn", 0, OPTION_TEXT, &branches.snap.function,
			.argument = "PATTERN",
			.help = "only branches in functions so named"},
		{"range", 0, OPTION_TEXT, &branches.snap.range,
			.argument = "LO-HI",
			.help = "only branches at these addresses, as nm "
				"prints "
				"them"},
		{"off", 0, OPTION_FLAG, &branches.snap.starts_off,
			.help = "count only from SNAP_ON() on"},
		{"no-children", 0, OPTION_FLAG, &branches.snap.one_process,
			.help = "leave out programs that it starts"},
		{"bp", 0, OPTION_CHOICE, &branches.snap.predictor,
			.argument = "MODEL",
			.help = "predict branches: none, bimodal, gshare or "
				"tage-lite (none)",
			.choices = snap_predictors},
		{"btb", 0, OPTION_NUMBER, &branches.snap.btb, .argument = "N",
			.help = "the model knows N targets of jumps (512)",
			.min = 1, .max = SNAP_TARGETS_MAX},
		{"ras", 0, OPTION_NUMBER, &branches.snap.ras, .argument = "N",
			.help = "the model knows N return addresses (16)",
			.min = 1, .max = SNAP_RETURNS_MAX},
		{"encoding", 0, OPTION_CHOICE, &branches.snap.encoding,
			.argument = "MAP",
			.help = "also count as fuzzers do: exact, snap, afl or "
				"block (exact)",
			.choices = snap_encodings},
		{"lbq", 0, OPTION_NUMBER, &branches.snap.lbq, .argument = "N",
			.help = "hash the last N branches (0)",
			.max = SNAP_LBQ_MAX},
		{"read", 0, OPTION_FLAG, &branches.reads},
	};
	const struct options options = {NAME,
		"[OPTION]... -- PROGRAM [ARGUMENT]...",
		"Runs PROGRAM as it is and counts exactly which way each of "
		"its "
		"branches went.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which program?"};

	return options_run(&options, argc - 1, argv + 1, edges_run, &branches);
}
