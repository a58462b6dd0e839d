/* SPDX-License-Identifier: MIT
 * Runs one command under the recorder: starts it, lets an analyzer read every
 * ring that appears, passes signals on, and files the results. */
#include "config.h"

#include "cli/record/steps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/record/printed.h"
#include "cli/record/processes.h"
#include "cli/record/rings.h"
#include "cli/suite/tests.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/code/interpreters.h"
#include "lib/command/environment.h"
#include "lib/error.h"
#include "lib/memory.h"

/* Looks around this often even if nothing tells it to. */
#define NATIVE_LOOK_NS 200000
#define LOOK_MS	       50
/* A command that ended is given so long for what it left running before the
 * user is told what retread waits for. */
#define PATIENCE_S 2.0
/* From asking to end to making it end. */
#define GRACE_S 5.0

/* The same where a time budget is over, and until the analysis is given up, too. */
#define BUDGET_GRACE_S	  2.0
#define BUDGET_ANALYSIS_S 6.0

/* Check ends a test that takes longer than 4 s: a recorded one takes so much more. */
#define CHECK_PATIENCE "50"

struct recording_run {
	const struct session *session;
	const struct recording_options *options;
	struct recording *recording;
	struct rings rings;
	struct printed printed;
	sigset_t old_signals;
	int signals;  /* signalfd */
	int arrivals; /* inotify on the rings */
	pid_t client;
	bool has_group; /* the client leads a group of processes */
	unsigned interruptions;
	bool has_ended;
	bool told_waiting;
	double began;
	double ended;
	double asked_to_end; /* 0: not yet */
};

static int recording_watch(struct recording_run *run, struct error *err)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &run->old_signals);
	run->signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
	run->arrivals = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (run->signals < 0)
		return error_set_errno(err, "cannot wait for signals");
	/* Without inotify (its instances are few), looking around will do. */
	if (run->arrivals >= 0)
		inotify_add_watch(run->arrivals, run->session->rings,
			IN_CREATE | IN_MOVED_TO | IN_MODIFY);
	return 0;
}

static void unwatch(struct recording_run *run)
{
	struct signalfd_siginfo signal;

	if (run->signals >= 0) {
		while (read(run->signals, &signal, sizeof signal) > 0)
			;
		close(run->signals);
	}
	if (run->arrivals >= 0)
		close(run->arrivals);
	sigprocmask(SIG_SETMASK, &run->old_signals, NULL);
}

/* Programs of the system that scripts call all the time and that start nothing
 * worth recording. Under the recorder each call takes a third of a second. */
static const char *const skipped[] = {"awk", "basename", "cat", "chmod", "cmp",
	"comm", "cp", "cut", "date", "diff", "dirname", "expr", "false",
	"fgrep", "egrep", "gawk", "grep", "gzip", "head", "hostname", "id",
	"ln", "ls", "mawk", "mkdir", "mktemp", "mv", "od", "printf", "pwd",
	"readlink", "realpath", "rm", "rmdir", "sed", "seq", "sleep", "sort",
	"stat", "tail", "tar", "tee", "touch", "tr", "true", "tty", "uname",
	"uniq", "wc"};

/* "--trace-children-skip=/bin/awk,/usr/bin/awk,..." */
static void add_skipped(struct arguments *client)
{
	struct arguments paths = {0};
	char *joined;

	for (size_t i = 0; i < sizeof(skipped) / sizeof(skipped[0]); i++) {
		arguments_add_format(&paths, "/bin/%s", skipped[i]);
		arguments_add_format(&paths, "/usr/bin/%s", skipped[i]);
	}
	joined = arguments_join_dup(&paths, ",");
	arguments_add_format(client, "--trace-children-skip=%s", joined);
	arguments_release(&paths);
	free(joined);
}

/* "--rest=/bin/sh,..." */
static void add_resting(struct arguments *client)
{
	char *patterns = interpreters_patterns_dup();

	arguments_add_format(client, "--rest=%s", patterns);
	free(patterns);
}

/* A name is one in any folder. */
static void recording_add_programs(
	const struct option_texts *programs, struct arguments *client)
{
	struct arguments patterns = {0};
	char *joined;

	for (size_t i = 0; i < programs->count; i++)
		arguments_add_format(&patterns, "%s%s",
			strchr(programs->text[i], '/') ? "" : "*/",
			programs->text[i]);
	joined = arguments_join_dup(&patterns, ",");
	arguments_add_format(client, "--only=%s", joined);
	arguments_release(&patterns);
	free(joined);
}

const char *const recording_yes_no[] = {"yes", "no", NULL};

/* "valgrind --tool=retread ... COMMAND" */
static void add_client(const struct recording_run *run,
	const struct environment *environment, char *const *command,
	struct arguments *client)
{
	const struct recording_options *options = run->options;

	arguments_add(client, environment->valgrind);
	arguments_add(client, "--tool=retread");
	arguments_add(client, "-q");
	arguments_add_format(client, "--trace-children=%s",
		recording_yes_no[options->trace_children]);
	add_skipped(client);
	if (!options->settings.interpreters)
		add_resting(client);
	if (options->programs.count > 0)
		recording_add_programs(&options->programs, client);
	arguments_add_format(client, "--ring-dir=%s", run->session->rings);
	/* What counts each read, or compares all of them. */
	if (options->settings.follow_all || options->settings.count_lines ||
		options->settings.all_rules)
		arguments_add(client, "--fold=no");
	/* Valgrind takes '%' for a pattern. */
	if (!strchr(run->session->logs, '%'))
		arguments_add_format(client, "--log-file=%s/%%p.valgrind",
			run->session->logs);
	if (options->max_trace_bytes > 0)
		arguments_add_format(client, "--max-trace=%" PRIu64,
			options->max_trace_bytes);
	arguments_add(client, "--");
	arguments_add_all(client, command);
}

/* OUT: where the test prints to; -1: where we do. */
static int start_client(struct recording_run *run,
	const struct environment *environment, const struct test *test, int out,
	struct error *err)
{
	int failure[2], problem = 0;

	if (pipe2(failure, O_CLOEXEC) != 0)
		return error_set_errno(err, "cannot make a pipe");
	/* What reads from a terminal must be in the group that this listens to. */
	run->has_group = run->options->has_group && !isatty(STDIN_FILENO);
	run->client = fork();
	if (run->has_group && run->client >= 0)
		setpgid(run->client, 0);
	if (run->client == 0) {
		struct arguments client = {0};
		if (run->has_group) {
			setpgid(0, 0);
			prctl(PR_SET_PDEATHSIG, SIGKILL);
		}
		add_client(run, environment, test->command, &client);
		sigprocmask(SIG_SETMASK, &run->old_signals, NULL);
		setenv("VALGRIND_LIB", run->session->valgrind, 1);
		/* Lazy binding is the dynamic linker at work in the middle of
		 * the program's calls. */
		setenv("LD_BIND_NOW", "1", 1);
		setenv("CK_TIMEOUT_MULTIPLIER", CHECK_PATIENCE, 0);
		if (out >= 0)
			dup2(out, STDOUT_FILENO);
		/* CTest looks at both. */
		if (out >= 0 && !test->prints_tap)
			dup2(out, STDERR_FILENO);
		if (tests_enter(test) == 0)
			execv(client.word[0], client.word);
		problem = errno;
		if (write(failure[1], &problem, sizeof problem) < 0)
			_exit(126);
		_exit(127);
	}
	close(failure[1]);
	if (run->client > 0 && read(failure[0], &problem, sizeof problem) ==
				       (ssize_t)sizeof problem) {
		waitpid(run->client, NULL, 0);
		errno = problem;
		run->client = -1;
	}
	close(failure[0]);
	if (run->client < 0 && test->directory)
		return error_set_errno(err, "cannot start %s in %s",
			environment->valgrind, test->directory);
	if (run->client < 0)
		return error_set_errno(
			err, "cannot start %s", environment->valgrind);
	return 0;
}

static void recording_say(const struct recording_run *run, const char *sentence)
{
	if (!run->options->quiet)
		fprintf(stderr, "\nretread: %s\n", sentence);
}

static void end_all(struct recording_run *run, int signal)
{
	if (!run->has_ended || run->has_group)
		processes_kill(run->client, run->has_group, signal);
	rings_kill(&run->rings, signal);
}

/* From a terminal, the command got the signal as well; from elsewhere, we pass
 * it on. */
static void interrupt(
	struct recording_run *run, const struct signalfd_siginfo *info)
{
	if (run->has_ended) {
		end_all(run, SIGTERM);
		return;
	}
	recording_say(run, "interrupted: waiting for the test to end. "
			   "Once more: stop now.");
	if (run->has_group)
		kill(-run->client, (int)info->ssi_signo);
	else if (info->ssi_code <= 0) /* of a process, not of the kernel */
		kill(run->client, (int)info->ssi_signo);
}

static void take_signal(
	struct recording_run *run, const struct signalfd_siginfo *info)
{
	if (info->ssi_signo == SIGCHLD)
		return;
	run->recording->interrupted_by = (int)info->ssi_signo;
	switch (++run->interruptions) {
	case 1:
		interrupt(run, info);
		break;
	case 2:
		recording_say(run,
			"stopping now; what was recorded is still analysed. "
			"Once more: do not.");
		end_all(run, SIGKILL);
		break;
	default:
		end_all(run, SIGKILL);
		rings_give_up(&run->rings);
	}
}

static void wait_for_news(struct recording_run *run)
{
	/* One that is -1 is passed over. */
	struct pollfd news[] = {{.fd = run->signals, .events = POLLIN},
		{.fd = run->arrivals, .events = POLLIN},
		{.fd = run->printed.pipe, .events = POLLIN}};
	struct signalfd_siginfo info;
	char events[4096];

	poll(news, sizeof news / sizeof news[0], LOOK_MS);
	printed_take(&run->printed);
	while (read(run->signals, &info, sizeof info) == (ssize_t)sizeof info)
		take_signal(run, &info);
	while (run->arrivals >= 0 &&
		read(run->arrivals, events, sizeof events) > 0)
		;
}

static void look_at_client(struct recording_run *run)
{
	struct recording *recording = run->recording;
	int status;

	if (run->has_ended ||
		waitpid(run->client, &status, WNOHANG) != run->client)
		return;
	run->has_ended = true;
	run->ended = clock_seconds();
	recording->seconds = run->ended - run->began;
	if (WIFSIGNALED(status)) {
		recording->exit_code = -1;
		recording->signal = WTERMSIG(status);
	} else {
		recording->exit_code = WEXITSTATUS(status);
	}
}

/* Has asked for the end at TIME, some time ago. */
static void look_at_grace(struct recording_run *run, double time)
{
	bool is_stopped = run->recording->is_stopped;

	if (time > run->asked_to_end + (is_stopped ? BUDGET_GRACE_S : GRACE_S))
		end_all(run, SIGKILL);
	if (is_stopped && time > run->asked_to_end + BUDGET_ANALYSIS_S)
		rings_give_up(&run->rings);
}

static void look_at_limits(struct recording_run *run, double time)
{
	const struct recording_options *options = run->options;

	run->recording->timed_out =
		options->timeout_s > 0 &&
		time > run->began + (double)options->timeout_s;
	run->recording->is_stopped = !run->recording->timed_out &&
				     options->stop_at > 0 &&
				     time > options->stop_at;
	if (!run->recording->timed_out && !run->recording->is_stopped)
		return;
	run->asked_to_end = time;
	end_all(run, SIGTERM);
}

static void look_at_clock(struct recording_run *run, size_t running)
{
	double time = clock_seconds();

	if (run->asked_to_end > 0)
		look_at_grace(run, time);
	else
		look_at_limits(run, time);
	if (run->has_ended && running > 0 && !run->told_waiting &&
		time > run->ended + PATIENCE_S) {
		run->told_waiting = true;
		recording_say(run,
			"the test has ended; waiting for the analysis, or for "
			"processes it left running. Ctrl-C ends those.");
	}
}

/* Until the command and all analyzers have ended. */
static void recording_follow(struct recording_run *run)
{
	size_t running;

	do {
		wait_for_news(run);
		look_at_client(run);
		rings_start(&run->rings);
		running = rings_reap(&run->rings);
		look_at_clock(run, running);
	} while (!run->has_ended || running > 0);
	/* What has ignored that it was to end. */
	if (run->asked_to_end > 0 || run->interruptions > 0)
		end_all(run, SIGKILL);
}

int recording_run(const struct session *session,
	const struct environment *environment,
	const struct recording_options *options, const struct test *test,
	struct recording *recording, struct error *err)
{
	struct recording_run run = {.session = session,
		.options = options,
		.recording = recording,
		.rings = {.ring_directory = session->rings,
			.log_directory = session->logs,
			.record_directory = session->record,
			.analyzer = environment->analyzer,
			.settings = options->settings,
			.test = test->name,
			.lock = session->lock},
		.printed.pipe = -1,
		.signals = -1,
		.arrivals = -1};
	int result, out = -1;

	if (!run.rings.settings.symbol_cache)
		run.rings.settings.symbol_cache = session->symbols;
	*recording =
		(struct recording){.is_narrowed = options->programs.count > 0};
	result = recording_watch(&run, err);
	if (result == 0 && printed_matters(test)) {
		out = printed_open(&run.printed, err);
		result = out < 0 ? -1 : 0;
	}
	if (result == 0) {
		run.began = clock_seconds();
		result = start_client(&run, environment, test, out, err);
	}
	if (out >= 0)
		close(out);
	if (result == 0) {
		recording_follow(&run);
		printed_take(&run.printed);
		finish_keep_results(session, &run.rings, run.client, recording);
		recording->has_nested = session_took_nested(session);
	}
	if (out >= 0)
		recording->printed = printed_detach(&run.printed);
	rings_release(&run.rings);
	unwatch(&run);
	return result;
}

double recording_time(const struct test *test, uint64_t timeout_s,
	int *exit_code, int *interrupted_by)
{
	const struct timespec pause = {0, NATIVE_LOOK_NS};
	double began = clock_seconds(), ended;
	sigset_t stop, old;
	int status = 0;
	pid_t child;

	sigemptyset(&stop);
	sigaddset(&stop, SIGINT);
	sigaddset(&stop, SIGTERM);
	sigprocmask(SIG_BLOCK, &stop, &old);
	child = fork();
	if (child > 0)
		setpgid(child, 0);
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);
		setpgid(0, 0);
		sigprocmask(SIG_SETMASK, &old, NULL);
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		if (tests_enter(test) == 0)
			execvp(test->command[0], test->command);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
		int number = sigtimedwait(&stop, NULL, &pause);
		if (number > 0) {
			processes_kill(child, true,
				*interrupted_by != 0 ? SIGKILL : number);
			*interrupted_by = number;
		} else if (timeout_s > 0 &&
			   clock_seconds() > began + (double)timeout_s) {
			processes_kill(child, true, SIGKILL);
		}
	}
	ended = clock_seconds();
	/* From a terminal, the test may have ended by it before we looked. */
	if (sigtimedwait(&stop, NULL, &(struct timespec){0, 0}) > 0 ||
		(child > 0 && WIFSIGNALED(status) &&
			WTERMSIG(status) == SIGINT))
		*interrupted_by = SIGINT;
	sigprocmask(SIG_SETMASK, &old, NULL);
	*exit_code = WEXITSTATUS(status);
	return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) != 127
		       ? ended - began
		       : 0;
}
