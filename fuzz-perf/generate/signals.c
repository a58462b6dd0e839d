/* SPDX-License-Identifier: MIT
 * Signals that end a run, caught so that it can tell what it was doing. */
#include "fuzz-perf/generate/runs.h"

#include <signal.h>
#include <stdlib.h>

#define SIGNAL_STACK (64 << 10) /* the run's own may be full */

static const int deadly[] = {
	SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
#define DEADLY (sizeof deadly / sizeof deadly[0])

static struct sigaction actions_before[DEADLY];
static stack_t stack_before;

void gen_signals_catch(void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler,
		.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND)};
	stack_t stack = {.ss_sp = gen_memory(NULL, SIGNAL_STACK),
		.ss_size = SIGNAL_STACK};

	sigaltstack(&stack, &stack_before);
	for (size_t i = 0; i < DEADLY; i++) {
		struct sigaction *before = &actions_before[i];

		sigaction(deadly[i], NULL, before);
		if (deadly[i] != SIGTRAP || before->sa_handler == SIG_DFL ||
			before->sa_handler == SIG_IGN)
			sigaction(deadly[i], &action, NULL);
	}
}

void gen_signals_release(void)
{
	stack_t stack;

	for (size_t i = 0; i < DEADLY; i++)
		sigaction(deadly[i], &actions_before[i], NULL);
	sigaltstack(&stack_before, &stack);
	free(stack.ss_sp);
}
