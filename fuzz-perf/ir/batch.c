/* SPDX-License-Identifier: MIT
 * Child processes that run the loop: a compiler that crashes, hangs or eats memory
 * costs one input. */
#include "config.h"

#include "fuzz-perf/ir/campaign.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define BATCH_RUNS  20000 /* a compiler may leak: then its process is renewed */
#define BATCH_MS    1000
#define PATIENCE    10 /* timeouts, of one that only waits */
#define MEMORY_MAX  ((rlim_t)3 << 30)
#define PRINTED_MAX (1 << 20) /* bytes that the target may print */

enum { BATCH_DONE = 0, BATCH_NEWS = 100 };

static struct ir_campaign *dying;

static void batch_on_signal(int number)
{
	dying->record->identity = gen_hash_stack(number);
	raise(number);
}

/* Processor time is what counts: on a busy machine a run is not a hang. */
static void set_timer(unsigned timeout_ms)
{
	struct itimerval timer = {
		.it_value = {timeout_ms / 1000,
			(suseconds_t)(timeout_ms % 1000) * 1000}};

	setitimer(ITIMER_PROF, &timer, NULL);
}

void ir_confine(struct ir_campaign *campaign)
{
	struct rlimit memory = {MEMORY_MAX, MEMORY_MAX};
	struct rlimit file = {PRINTED_MAX, PRINTED_MAX};
	struct rlimit core = {0, 0};

	setrlimit(RLIMIT_DATA, &memory);
	setrlimit(RLIMIT_FSIZE, &file);
	setrlimit(RLIMIT_CORE, &core);
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	if (campaign->told < 0)
		return;
	dup2(campaign->told, STDOUT_FILENO);
	dup2(campaign->told, STDERR_FILENO);
}

static int batch_serve(
	struct ir_campaign *campaign, const struct ir_watch *watch)
{
	struct gen_run run = {.limit = IR_INPUT_BYTES};
	uint64_t end_ms = gen_clock_ms(CLOCK_MONOTONIC) + BATCH_MS;
	uint64_t last = campaign->counts.runs + BATCH_RUNS;

	if (watch->until_ms && end_ms > watch->until_ms)
		end_ms = watch->until_ms;
	if (watch->runs && last > watch->runs)
		last = watch->runs;
	while (campaign->counts.runs < last) {
		set_timer(watch->timeout_ms);
		campaign->is_pending = ir_campaign_step(campaign, &run);
		if (campaign->is_pending)
			return BATCH_NEWS;
		if (campaign->counts.runs % 16 == 0 &&
			gen_clock_ms(CLOCK_MONOTONIC) >= end_ms)
			break;
	}
	return BATCH_DONE;
}

static pid_t batch_start(
	struct ir_campaign *campaign, const struct ir_watch *watch)
{
	const struct ir_setup *setup = campaign->setup;

	if (setup->target->renew)
		setup->target->renew(setup->t);
	pid_t child = fork();
	if (child)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	ir_confine(campaign);
	dying = campaign;
	gen_signals_catch(batch_on_signal);
	alarm((BATCH_MS + watch->timeout_ms) * PATIENCE / 1000 + 1);
	_exit(batch_serve(campaign, watch));
}

/* What a child that ended by STATUS came to. */
static void batch_note_end(struct ir_campaign *campaign, int status)
{
	struct ir_verdict *verdict = &campaign->verdict;
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	bool is_hang = number == SIGPROF || number == SIGALRM;
	uint64_t identity = campaign->record->identity;

	*verdict = (struct ir_verdict){
		.class = is_hang ? IR_HANG : IR_CRASH, .culprit = -1};
	if (!is_hang)
		verdict->culprit =
			(int)(identity ? identity >> 33 : (uint64_t)status);
	campaign->counts.class[verdict->class]++;
}

/* Starts a child and waits for it. Returns 0, or -1: it cannot. */
static int batch_run_child(
	struct ir_campaign *campaign, const struct ir_watch *watch)
{
	int status;

	ir_campaign_forget_printed(campaign);
	pid_t child = batch_start(campaign, watch);
	if (child < 0)
		return -1;
	campaign->counts.children++;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFEXITED(status) && (WEXITSTATUS(status) == BATCH_DONE ||
					 WEXITSTATUS(status) == BATCH_NEWS))
		return 0;
	batch_note_end(campaign, status);
	campaign->is_pending = ir_campaign_has_news(campaign);
	return 0;
}

int ir_campaign_run(struct ir_campaign *campaign, const struct ir_watch *watch)
{
	for (;;) {
		/* First: a process that was killed may have left news. */
		if (campaign->is_pending)
			watch->found(watch->arg);
		campaign->is_pending = false;
		watch->between(watch->arg);
		if (*watch->stop || campaign->first->is_over ||
			(watch->runs && campaign->counts.runs >= watch->runs) ||
			(watch->until_ms && gen_clock_ms(CLOCK_MONOTONIC) >=
						    watch->until_ms))
			return 0;
		if (batch_run_child(campaign, watch) != 0)
			return -1;
	}
}
