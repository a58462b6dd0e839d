/* SPDX-License-Identifier: MIT
 * Runs a program under the Valgrind tool snap. */
#include "config.h"

#include "analyzer/edges/snap.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/arguments.h"
#include "lib/command/environment.h"
#include "lib/error.h"

const char *const snap_encodings[] = {"exact", "snap", "afl", "block", NULL};
const char *const snap_predictors[] = {
	"none", "bimodal", "gshare", "tage-lite", NULL};

/* Becomes Valgrind. */
static void snap_become_valgrind(const struct snap *snap,
	const struct environment *environment, char *const *command,
	const char *folder)
{
	struct arguments line = {0};

	arguments_add(&line, environment->valgrind);
	arguments_add(&line, "-q");
	arguments_add(&line, "--tool=snap");
	arguments_add_format(&line, "--out-file=%s/%%p", folder);
	arguments_add_format(
		&line, "--trace-children=%s", snap->one_process ? "no" : "yes");
	arguments_add_format(
		&line, "--trace=%s", snap->starts_off ? "no" : "yes");
	arguments_add_format(
		&line, "--encoding=%s", snap_encodings[snap->encoding]);
	arguments_add_format(
		&line, "--bp=%s", snap_predictors[snap->predictor]);
	arguments_add_format(&line, "--lbq=%d", (int)snap->lbq);
	arguments_add_format(&line, "--btb=%d", (int)snap->btb);
	arguments_add_format(&line, "--ras=%d", (int)snap->ras);
	if (snap->object)
		arguments_add_format(&line, "--obj=%s", snap->object);
	if (snap->function)
		arguments_add_format(&line, "--fn=%s", snap->function);
	if (snap->range)
		arguments_add_format(&line, "--range=%s", snap->range);
	arguments_add(&line, "--");
	arguments_add_all(&line, command);
	setenv("VALGRIND_LIB", environment->tool_directory, 1);
	execv(environment->valgrind, line.word);
	_exit(127);
}

/* Ctrl-C is for the program: what it did until then is printed. */
int snap_run(const struct snap *snap, const struct environment *environment,
	char *const *command, const char *folder, int *status,
	struct error *err)
{
	void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
	pid_t child = fork();

	if (child == 0) {
		signal(SIGINT, interrupt);
		snap_become_valgrind(snap, environment, command, folder);
	}
	*status = 0;
	while (child > 0 && waitpid(child, status, 0) < 0 && errno == EINTR)
		;
	signal(SIGINT, interrupt);
	return child < 0 ? error_set_errno(err, "cannot start Valgrind") : 0;
}
