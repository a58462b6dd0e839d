/* SPDX-License-Identifier: MIT
 * Runs other verbs of this program. */
#include "config.h"

#include "cli/rerun.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"

#define SELF "/proc/self/exe"

static void add_caught(sigset_t *signals)
{
	sigaddset(signals, SIGINT);
	sigaddset(signals, SIGTERM);
	sigaddset(signals, SIGHUP);
}

void rerun_hold_signals(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	add_caught(&signals);
	sigprocmask(SIG_BLOCK, &signals, NULL);
}

int rerun_release_signals(void)
{
	const struct timespec now = {0, 0};
	sigset_t signals;
	int number = 0, next;

	sigemptyset(&signals);
	add_caught(&signals);
	while ((next = sigtimedwait(&signals, NULL, &now)) > 0)
		number = next;
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
	return number;
}

static void redirect(enum rerun_output output)
{
	int to = output == RERUN_HIDDEN ? open("/dev/null", O_WRONLY)
					: STDERR_FILENO;

	if (to < 0 || dup2(to, STDOUT_FILENO) < 0)
		_exit(CLI_ENVIRONMENT);
}

static void enter(const struct rerun *rerun)
{
	int input = rerun->input ? open(rerun->input, O_RDONLY) : STDIN_FILENO;
	int null =
		rerun->is_silent ? open("/dev/null", O_WRONLY) : STDERR_FILENO;

	if (input < 0 || dup2(input, STDIN_FILENO) < 0 || null < 0 ||
		dup2(null, STDERR_FILENO) < 0 ||
		(rerun->directory && chdir(rerun->directory) != 0))
		_exit(CLI_ENVIRONMENT);
}

struct rerun_start {
	const struct rerun *rerun;
	char *const *command;
};

static void become_verb(const void *given)
{
	const struct rerun_start *start = given;
	const struct rerun *rerun = start->rerun;

	if (rerun->out)
		setenv("RETREAD_OUT", rerun->out, 1);
	if (rerun->home) {
		setenv("HOME", rerun->home, 1);
		setenv("TMPDIR", rerun->home, 1);
	}
	for (char *const *each = rerun->environment; each && *each; each++)
		putenv(*each);
	if (rerun->output != RERUN_SHOWN)
		redirect(rerun->output);
	if (rerun->cpu_seconds > 0)
		setrlimit(RLIMIT_CPU, &(struct rlimit){rerun->cpu_seconds,
					      rerun->cpu_seconds + 1});
	enter(rerun);
	execv(SELF, start->command);
	_exit(CLI_ENVIRONMENT);
}

/* Waits for CHILD and for signals, which are blocked. */
static int rerun_wait_for(pid_t child, const sigset_t *awaited, int *number)
{
	int status;

	while (waitpid(child, &status, WNOHANG) != child) {
		siginfo_t info;
		if (sigwaitinfo(awaited, &info) < 0 || info.si_signo == SIGCHLD)
			continue;
		*number = info.si_signo;
		/* A terminal sends it to all of us. */
		if (info.si_code <= 0)
			kill(child, info.si_signo);
	}
	return status;
}

int rerun_process(
	void (*become)(const void *given), const void *given, int *signal_sent)
{
	sigset_t awaited, before;
	int status, number = 0;
	pid_t child;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	if (signal_sent)
		add_caught(&awaited);
	signal(SIGCHLD, SIG_DFL); /* whoever started us may have ignored it */
	sigprocmask(SIG_BLOCK, &awaited, &before);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		sigset_t held;
		sigprocmask(SIG_SETMASK, &before, NULL);
		sigemptyset(&held);
		add_caught(&held);
		sigprocmask(SIG_UNBLOCK, &held, NULL);
		become(given);
	}
	status = child > 0 ? rerun_wait_for(child, &awaited, &number) : 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (signal_sent && number != 0)
		*signal_sent = number;
	if (child < 0)
		return CLI_ENVIRONMENT;
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : CLI_SIGNAL + WTERMSIG(status);
}

int rerun_verb(const struct rerun *rerun, char *const *command)
{
	struct rerun_start start = {rerun, command};

	return rerun_process(become_verb, &start, rerun->signal);
}
