/* SPDX-License-Identifier: MIT
 * The tests of a list, one after the other or several at once. Of several, each is recorded
 * by a worker, a process with a part of the session; what it finds, and what it and the
 * test print, is taken over when all tests before it have been. */
#include "config.h"

#include "cli/record/steps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/suite/tests.h"
#include "lib/clock.h"
#include "lib/error.h"
#include "lib/memory.h"

/* At which a worker that has ended is looked for, should its signal be lost. */
#define LOOK_S 1

enum job_state {
	JOB_WAITS,
	JOB_RUNS,
	JOB_RECORDED, /* or not: what its worker says */
	JOB_TAKEN,    /* its results were kept from before */
	JOB_MISSED    /* there was no time for it */
};

struct record_job {
	const struct test *test;
	bool is_known; /* the test before is of the same program */
	enum job_state state;
	pid_t worker;
	unsigned part;		  /* of the session */
	FILE *out, *err, *result; /* of the worker: temporary files */
	struct arena arena;
	struct report_test kept;
};

struct record_jobs {
	struct record_run *run;
	struct record_job *job;
	size_t count, begun, ended; /* in order */
	unsigned at_once, running;
	sigset_t signals, old_signals;
};

/* --- how many ------------------------------------------------------------ */

/* A number in the file PATH after NAME; UINT64_MAX: there is none. */
static uint64_t read_number(const char *path, const char *name)
{
	FILE *in = fopen(path, "re");
	uint64_t number = UINT64_MAX;
	char line[256];

	while (in && number == UINT64_MAX && fgets(line, sizeof line, in))
		if (strncmp(line, name, strlen(name)) == 0 &&
			sscanf(line + strlen(name), "%" SCNu64, &number) != 1)
			number = UINT64_MAX;
	if (in)
		fclose(in);
	return number;
}

/* Bytes that the system has for us, or the container that we are in. */
static uint64_t memory_available(void)
{
	uint64_t kilobytes = read_number("/proc/meminfo", "MemAvailable:");
	uint64_t most = read_number("/sys/fs/cgroup/memory.max", "");
	uint64_t used = read_number("/sys/fs/cgroup/memory.current", "");
	uint64_t free =
		kilobytes < UINT64_MAX >> 10 ? kilobytes << 10 : UINT64_MAX;

	if (most == UINT64_MAX || used == UINT64_MAX)
		return free;
	most = most > used ? most - used : 0;
	return most < free ? most : free;
}

/* How many of COUNT tests are recorded at once: as many as are wished, as far as their
 * analyzers may have the memory that they may take. */
static unsigned jobs_count_at_once(
	const struct record_options *options, size_t count)
{
	uint64_t most = options->recording.settings.max_memory;
	uint64_t fitting = most > 0 ? memory_available() / most : UINT64_MAX;
	uint64_t wished = options->jobs > 0
				  ? options->jobs
				  : (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);

	if (fitting == 0)
		fitting = 1;
	if (wished > count)
		wished = count;
	if (wished > fitting && !options->quiet)
		fprintf(stderr,
			"retread: note: %" PRIu64
			" test%s at once, not %" PRIu64
			": there is no memory for more analyzers of "
			"--max-memory %" PRIu64 "M\n",
			fitting, cli_plural(fitting), wished, most >> 20);
	return (unsigned)(wished < fitting ? wished : fitting);
}

/* --- workers ------------------------------------------------------------- */

static void jobs_write_text(FILE *out, const char *text)
{
	size_t bytes = text ? strlen(text) + 1 : 0;

	fwrite(&bytes, sizeof bytes, 1, out);
	fwrite(text, 1, bytes, out);
}

/* Free *TEXT, which may be NULL. */
static bool jobs_read_text(FILE *in, char **text)
{
	size_t bytes;

	*text = NULL;
	if (fread(&bytes, sizeof bytes, 1, in) != 1)
		return false;
	if (bytes == 0)
		return true;
	*text = memory_alloc(bytes);
	return fread(*text, 1, bytes, in) == bytes;
}

/* For jobs_read_result, in the same program. */
static void jobs_write_result(FILE *out, const struct recording *recording,
	bool is_refused, const struct error *err)
{
	fwrite(&is_refused, sizeof is_refused, 1, out);
	fwrite(err, sizeof *err, 1, out);
	fwrite(recording, sizeof *recording, 1, out);
	jobs_write_text(out, recording->printed);
	for (size_t i = 0; i < recording->results.count; i++)
		jobs_write_text(out, recording->results.word[i]);
	fflush(out);
}

/* Fills in what the worker of JOB has written. */
static void jobs_read_result(struct record_job *job,
	struct recording *recording, bool *is_refused, struct error *err)
{
	size_t results = 0;
	bool is_whole;
	char *text;

	rewind(job->result);
	is_whole = fread(is_refused, sizeof *is_refused, 1, job->result) == 1 &&
		   fread(err, sizeof *err, 1, job->result) == 1 &&
		   fread(recording, sizeof *recording, 1, job->result) == 1;
	if (is_whole)
		results = recording->results.count;
	else
		*recording = (struct recording){0};
	recording->printed = NULL;
	recording->results = (struct arguments){NULL, 0, 0};
	is_whole = is_whole && jobs_read_text(job->result, &recording->printed);
	for (size_t i = 0; is_whole && i < results; i++) {
		is_whole = jobs_read_text(job->result, &text) && text;
		if (is_whole)
			arguments_add(&recording->results, text);
		free(text);
	}
	if (!is_whole && err->text[0] == '\0')
		error_set(err, "the process that records it has ended early");
}

/* In a process of its own. */
static void become_worker(const struct record_jobs *jobs,
	const struct record_job *job, pid_t parent)
{
	struct record_run *run = jobs->run;
	struct recording recording = {0};
	struct session part;
	struct error err = {{0}};
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	bool is_refused;

	/* A signal from a terminal comes from our parent, once. */
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(1);
	dup2(null, STDIN_FILENO);
	dup2(fileno(job->out), STDOUT_FILENO);
	dup2(fileno(job->err), STDERR_FILENO);
	sigprocmask(SIG_SETMASK, &jobs->old_signals, NULL);
	is_refused = record_check_program(run->options, job->test->command[0],
			     job->is_known, &err) != CLI_DONE;
	if (!is_refused && session_divide(&run->session, &run->environment,
				   job->part, &part, &err) == 0)
		record_perform(run, &part, job->test, &recording, &err);
	fflush(stdout);
	jobs_write_result(job->result, &recording, is_refused, &err);
	_exit(0);
}

static bool open_files(struct record_job *job)
{
	job->out = tmpfile();
	job->err = job->out ? tmpfile() : NULL;
	job->result = job->err ? tmpfile() : NULL;
	return job->result != NULL;
}

/* The first number that no running job has. */
static unsigned find_part(const struct record_jobs *jobs)
{
	unsigned part = 1;

	for (size_t i = jobs->ended; i < jobs->begun; i++)
		if (jobs->job[i].state == JOB_RUNS &&
			jobs->job[i].part == part) {
			part++;
			i = jobs->ended - 1;
		}
	return part;
}

static bool is_late(const struct record_run *run)
{
	return run->interrupted_by != 0 ||
	       (run->options->budget_s > 0 &&
		       clock_seconds() >
			       run->began + (double)run->options->budget_s);
}

static void begin_job(struct record_jobs *jobs, struct record_job *job)
{
	struct record_run *run = jobs->run;
	pid_t parent = getpid();

	if (is_late(run)) {
		job->state = JOB_MISSED;
		return;
	}
	if (record_find_kept(run, job->test, &job->arena, &job->kept)) {
		job->state = JOB_TAKEN;
		return;
	}
	job->state = JOB_RECORDED;
	job->part = find_part(jobs);
	fflush(NULL);
	if (!open_files(job))
		return;
	job->worker = fork();
	if (job->worker == 0)
		become_worker(jobs, job, parent);
	if (job->worker < 0)
		return;
	job->state = JOB_RUNS;
	jobs->running++;
}

/* --- ends ---------------------------------------------------------------- */

static void copy_printed(FILE *from, FILE *to)
{
	char bytes[4096];
	size_t count;

	rewind(from);
	while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
		fwrite(bytes, 1, count, to);
	fflush(to);
}

static void conclude_recorded(
	struct record_run *run, struct record_job *job, const char *position)
{
	struct recording recording = {0};
	struct error err = {{0}};
	bool is_refused = false;

	if (!job->result || job->worker < 0) {
		error_set_errno(&err, "cannot start a process to record it");
	} else {
		copy_printed(job->out, stdout);
		copy_printed(job->err, stderr);
		jobs_read_result(job, &recording, &is_refused, &err);
	}
	if (err.text[0] != '\0' && run->interrupted_by != 0) {
		record_keep_missed(run, job->test, REPORT_NOT_STARTED, NULL);
		run->incomplete++;
		return;
	}
	if (is_refused)
		record_keep_missed(
			run, job->test, REPORT_NOT_RECORDED, err.text);
	run->failed += is_refused || record_conclude(run, job->test, position,
					     &recording, &err) != CLI_DONE;
}

/* All tests before that of JOB have come to their end, and it has. */
static void conclude_job(struct record_run *run, struct record_job *job,
	size_t number, size_t count)
{
	char *position = memory_format("[%zu/%zu] ", number, count);

	switch (job->state) {
	case JOB_MISSED:
		record_keep_missed(run, job->test, REPORT_NOT_STARTED, NULL);
		run->incomplete++;
		break;
	case JOB_TAKEN:
		record_take_kept(run, job->test, position, &job->kept);
		break;
	default:
		conclude_recorded(run, job, position);
	}
	if (job->out)
		fclose(job->out);
	if (job->err)
		fclose(job->err);
	if (job->result)
		fclose(job->result);
	arena_release(&job->arena);
	free(position);
}

static void reap_workers(struct record_jobs *jobs)
{
	for (size_t i = jobs->ended; i < jobs->begun; i++) {
		struct record_job *job = &jobs->job[i];
		if (job->state != JOB_RUNS ||
			waitpid(job->worker, NULL, WNOHANG) != job->worker)
			continue;
		job->state = JOB_RECORDED;
		jobs->running--;
	}
}

/* Each worker knows what the first signal means, and the next ones. */
static void pass_on(struct record_jobs *jobs, int number)
{
	const struct record_run *run = jobs->run;

	if (run->interrupted_by == 0 && !run->options->quiet)
		fputs("\nretread: interrupted: waiting for the tests to end. "
		      "Once more: stop now.\n",
			stderr);
	jobs->run->interrupted_by = number;
	for (size_t i = jobs->ended; i < jobs->begun; i++)
		if (jobs->job[i].state == JOB_RUNS)
			kill(jobs->job[i].worker, number);
}

static void wait_for_worker(struct record_jobs *jobs)
{
	const struct timespec look = {LOOK_S, 0};
	int number = sigtimedwait(&jobs->signals, NULL, &look);

	if (number > 0 && number != SIGCHLD)
		pass_on(jobs, number);
	reap_workers(jobs);
}

static void run_jobs(struct record_jobs *jobs)
{
	while (jobs->ended < jobs->count) {
		struct record_job *job = &jobs->job[jobs->ended];
		if (jobs->begun < jobs->count &&
			(jobs->running < jobs->at_once || is_late(jobs->run))) {
			jobs->run->left = jobs->count - 1 - jobs->begun;
			begin_job(jobs, &jobs->job[jobs->begun++]);
		} else if (job->state != JOB_RUNS) {
			conclude_job(
				jobs->run, job, ++jobs->ended, jobs->count);
		} else {
			wait_for_worker(jobs);
		}
	}
}

/* --- the list ------------------------------------------------------------ */

static void record_one_by_one(
	struct record_run *run, struct record_job *job, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct test *test = job[i].test;
		struct error err = {{0}};
		char *position = memory_format("[%zu/%zu] ", i + 1, count);
		run->left = count - 1 - i;
		if (is_late(run)) {
			record_keep_missed(run, test, REPORT_NOT_STARTED, NULL);
			run->incomplete++;
		} else if (record_check_program(run->options, test->command[0],
				   job[i].is_known, &err) != CLI_DONE) {
			record_keep_missed(
				run, test, REPORT_NOT_RECORDED, err.text);
			run->failed++;
		} else if (record_record_test(run, test, position) !=
			   CLI_DONE) {
			run->failed++;
		}
		free(position);
	}
}

void record_list(struct record_run *run, const struct tests *tests)
{
	struct waiting_test *waiting = record_order_tests(run, tests);
	struct record_jobs jobs = {.run = run,
		.job = memory_alloc_zero(tests->count, sizeof *jobs.job),
		.count = tests->count};

	for (size_t i = 0; i < tests->count; i++) {
		jobs.job[i].test = waiting[i].test;
		jobs.job[i].is_known =
			i > 0 && strcmp(waiting[i].test->command[0],
					 waiting[i - 1].test->command[0]) == 0;
	}
	run->at_once = jobs.at_once =
		jobs_count_at_once(run->options, tests->count);
	if (jobs.at_once > 1) {
		sigemptyset(&jobs.signals);
		sigaddset(&jobs.signals, SIGCHLD);
		sigaddset(&jobs.signals, SIGINT);
		sigaddset(&jobs.signals, SIGTERM);
		sigaddset(&jobs.signals, SIGHUP);
		sigprocmask(SIG_BLOCK, &jobs.signals, &jobs.old_signals);
		run_jobs(&jobs);
		sigprocmask(SIG_SETMASK, &jobs.old_signals, NULL);
	} else {
		record_one_by_one(run, jobs.job, jobs.count);
	}
	free(jobs.job);
	free(waiting);
}
