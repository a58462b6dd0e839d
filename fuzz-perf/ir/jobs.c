/* SPDX-License-Identifier: MIT
 * Runs campaigns side by side, and goes on with those that were ended. */
#include "config.h"

#include "fuzz-perf/ir/jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/ir/given.h"
#include "lib/command/program.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define STATISTICS_MS 5000

/* The campaigns of a search, and the one that this process runs. */
struct jobs {
	struct ir_request *request;
	struct ir_campaign *campaign[IR_JOBS_MAX];
	char *folder[IR_JOBS_MAX]; /* NULL: nothing is kept */
	pid_t pid[IR_JOBS_MAX];
	size_t own; /* which of them */
	uint64_t started_ms, written_ms;
	const volatile int *stop;
	bool has_stopped; /* the others are told of that */
};

/* ---- while it runs ---- */

static void jobs_found(void *arg)
{
	struct jobs *jobs = arg;
	struct ir_request *request = jobs->request;

	request->findings.stop = jobs->stop;
	if (ir_findings_add(&request->findings, &request->err) < 0)
		program_fail(PROGRAM_ENVIRONMENT, request->name,
			request->err.text, NULL);
	if (request->stops_first && ir_campaign_met(request->campaign))
		request->campaign->first->is_over = true;
}

static void jobs_note(struct jobs *jobs, uint64_t now_ms)
{
	struct ir_campaign *campaign = jobs->request->campaign;
	const char *folder = jobs->folder[jobs->own];
	struct error err = {{0}};

	campaign->spent_ms += now_ms - jobs->written_ms;
	jobs->written_ms = now_ms;
	if (folder && jobs_write_statistics(jobs->request, folder,
			      jobs->started_ms, &err) != 0)
		program_fail(PROGRAM_ENVIRONMENT, jobs->request->name, err.text,
			NULL);
}

/* Once: at a second signal they do not finish what they do. */
static void jobs_stop_others(struct jobs *jobs)
{
	if (!*jobs->stop || jobs->own || jobs->has_stopped)
		return;
	jobs->has_stopped = true;
	for (size_t i = 1; i < jobs->request->jobs; i++)
		kill(jobs->pid[i], SIGTERM);
}

static void jobs_between(void *arg)
{
	struct jobs *jobs = arg;
	uint64_t now_ms = gen_clock_ms(CLOCK_MONOTONIC);

	if (now_ms - jobs->written_ms >= STATISTICS_MS)
		jobs_note(jobs, now_ms);
	jobs_stop_others(jobs);
}

static int jobs_run_one(struct jobs *jobs)
{
	struct ir_request *request = jobs->request;
	const struct ir_watch watch = {
		.until_ms = request->seconds || !request->runs
				    ? jobs->started_ms + 1000 * request->seconds
				    : 0,
		.runs = request->runs,
		.timeout_ms = (unsigned)request->timeout_ms,
		.stop = jobs->stop,
		.found = jobs_found,
		.between = jobs_between,
		.arg = jobs};
	int result = ir_campaign_run(request->campaign, &watch);

	jobs_note(jobs, gen_clock_ms(CLOCK_MONOTONIC));
	return result;
}

/* Campaigns beside the first one. Each ends with it. */
static void jobs_start_others(struct jobs *jobs)
{
	struct ir_request *request = jobs->request;
	pid_t first = getpid();

	for (size_t i = 1; i < request->jobs; i++) {
		jobs->pid[i] = fork();
		if (jobs->pid[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		signal(SIGINT, SIG_IGN); /* the first one tells it */
		if (getppid() != first)	 /* it was killed before that */
			_exit(PROGRAM_SIGNAL + SIGTERM);
		jobs->own = i;
		request->seed += i;
		char *known = request->findings.known;
		int status = ir_request_take(request, jobs->campaign[i]);
		request->findings.known = known;
		if (status == PROGRAM_DONE && jobs_run_one(jobs) != 0)
			status = PROGRAM_ENVIRONMENT;
		_exit(status);
	}
}

static int jobs_end_others(struct jobs *jobs)
{
	int status = PROGRAM_DONE, one;

	for (size_t i = 1; i < jobs->request->jobs; i++) {
		if (jobs->pid[i] < 0)
			return -1;
		jobs_stop_others(jobs);
		while (waitpid(jobs->pid[i], &one, 0) < 0 && errno == EINTR)
			jobs_stop_others(jobs);
		if (!WIFEXITED(one) || WEXITSTATUS(one) != PROGRAM_DONE)
			status = -1;
	}
	return status;
}

/* ---- before ---- */

/* Where findings go without -o, as results of other parts of retread. Free it. */
static char *usual_folder_dup(void)
{
	const char *results = getenv("RETREAD_OUT");

	return memory_format(
		"%s/ir", results && *results ? results : "retread-out");
}

/* Findings that are not news. */
static int read_known(struct ir_request *request)
{
	size_t length;
	uint8_t *text = gen_file_read(request->known, &length);

	if (!text) {
		error_set_errno(&request->err, "%s", request->known);
		return ir_request_fail(request, PROGRAM_USAGE);
	}
	request->findings.known =
		memory_format("%.*s", (int)length, (const char *)text);
	free(text);
	return PROGRAM_DONE;
}

/* What must be the same when it goes on. Free it. */
static char *jobs_name_dup(const struct ir_request *request)
{
	const struct irf_target *target = request->target;
	char *words = request->changed.count
			      ? arguments_join_dup(&request->changed, " ")
			      : memory_string_dup("");
	char *name = memory_format("%s%s%s%s%s --seed %llu --guidance %s%s%llu",
		target->name, target->version ? " " : "",
		target->version ? target->version : "", *words ? " " : "",
		words, (unsigned long long)request->seed,
		ir_guidances[request->guidance].name,
		request->nmax_is_auto ? " --nmax-auto --every " : " --every ",
		(unsigned long long)request->every);

	free(words);
	return name;
}

static int jobs_open_one(struct jobs *jobs, size_t index, const char *name)
{
	struct ir_request *request = jobs->request;
	const char *out = request->findings.directory;
	struct error *err = &request->err;

	if (!out) {
		jobs->campaign[index] = ir_campaign_new(&request->setup);
		if (!jobs->campaign[index])
			error_set_errno(err, "cannot share memory");
	} else {
		char *folder =
			index ? memory_format("%s/default-%zu", out, index + 1)
			      : memory_format("%s/default", out);
		char *state = memory_format("%s/state", folder);
		jobs->folder[index] = folder;
		if (request->goes_on || folders_make_all(folder, err) == 0)
			jobs->campaign[index] =
				ir_campaign_open(&request->setup, state, name,
					request->goes_on, err);
		free(state);
	}
	if (!jobs->campaign[index])
		return ir_request_fail(request,
			request->goes_on ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT);
	jobs->campaign[index]->first = jobs->campaign[0];
	return PROGRAM_DONE;
}

/* All campaigns, with the seeds that are given; REQUEST has the first one. */
static int jobs_open(struct jobs *jobs)
{
	struct ir_request *request = jobs->request;
	const char *out = request->findings.directory;
	char *name = jobs_name_dup(request);
	int status = PROGRAM_DONE;

	for (size_t i = 0; status == PROGRAM_DONE && i < request->jobs; i++)
		status = jobs_open_one(jobs, i, name);
	free(name);
	for (size_t i = request->jobs; status == PROGRAM_DONE && i-- > 0;) {
		request->campaign = jobs->campaign[i];
		if (request->in && !request->goes_on &&
			given_read(request, request->in) != 0)
			status = ir_request_fail(request, PROGRAM_USAGE);
	}
	if (status == PROGRAM_DONE)
		status = ir_request_take(request, jobs->campaign[0]);
	request->findings.directory = out;
	return status;
}

static void jobs_close(struct jobs *jobs)
{
	for (size_t i = 0; i < jobs->request->jobs; i++) {
		if (i && jobs->campaign[i])
			ir_campaign_free(jobs->campaign[i]);
		free(jobs->folder[i]);
	}
	jobs->request->campaign = jobs->campaign[0];
}

/* ---- all of it ---- */

static int jobs_run_all(struct jobs *jobs)
{
	struct ir_request *request = jobs->request;

	jobs->stop = program_catch_signals();
	jobs->started_ms = jobs->written_ms = gen_clock_ms(CLOCK_MONOTONIC);
	jobs_start_others(jobs);
	int result = jobs_run_one(jobs);
	int saved = errno;
	if (jobs_end_others(jobs) != 0 || result != 0) {
		errno = saved;
		error_set_errno(&request->err, "cannot run a process");
		return ir_request_fail(request, PROGRAM_ENVIRONMENT);
	}
	jobs_print_counts(jobs->campaign, request->jobs,
		jobs->campaign[0]->spent_ms, stdout);
	if (!ir_campaign_met(request->campaign))
		return PROGRAM_DONE;
	printf("kept in: %s\n", request->findings.directory);
	return PROGRAM_GATE;
}

int jobs_run(struct ir_request *request, bool is_kept)
{
	struct jobs jobs = {.request = request};
	char *usual = usual_folder_dup();
	int status = ir_request_set_up(request);

	if (is_kept)
		request->findings.directory =
			request->out ? request->out : usual;
	if (status == PROGRAM_DONE)
		status = jobs_open(&jobs);
	if (!is_kept)
		request->findings.directory = usual;
	if (status == PROGRAM_DONE && request->known)
		status = read_known(request);
	if (status == PROGRAM_DONE)
		status = jobs_run_all(&jobs);
	jobs_close(&jobs);
	ir_request_finish(request);
	free(usual);
	return status;
}
