/* SPDX-License-Identifier: MIT
 * SIGTRAP in a program that is watched: its handler stays ours, and nobody blocks
 * it, since the kernel ends a process that runs into a trap then. */
#include "config.h"

#include "fuzz-perf/breakpoints/agent.h"

#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/types.h>
#include <unistd.h>

#define SIGNALS	       64 /* those that a program may catch, but the last */
#define REAL(function) ((__typeof__(&(function)))dlsym(RTLD_NEXT, #function))

typedef int mask_function(int, const sigset_t *, sigset_t *);

static struct {
	bool are_taken; /* under Valgrind there are no traps */
	__typeof__(&sigaction) action;
	mask_function *process_mask, *thread_mask;
	struct sigaction theirs;
} signals;

static void find_real(void)
{
	if (signals.action)
		return;
	signals.process_mask = REAL(sigprocmask);
	signals.thread_mask = REAL(pthread_sigmask);
	signals.action = REAL(sigaction);
}

void agent_take_traps(void (*take)(int, siginfo_t *, void *))
{
	/* A handler of theirs, which ours calls, has breakpoints, too. */
	struct sigaction ours = {.sa_sigaction = take,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	sigset_t trap;

	find_real();
	signals.are_taken = true;
	sigemptyset(&ours.sa_mask);
	signals.action(SIGTRAP, &ours, &signals.theirs);
	sigemptyset(&trap);
	sigaddset(&trap, SIGTRAP);
	signals.process_mask(SIG_UNBLOCK, &trap, NULL);
}

void agent_pass_trap(int number, siginfo_t *info, void *context)
{
	if (signals.theirs.sa_flags & SA_SIGINFO) {
		signals.theirs.sa_sigaction(number, info, context);
	} else if (signals.theirs.sa_handler == SIG_DFL) {
		signals.action(SIGTRAP, &signals.theirs, NULL);
		kill(getpid(), SIGTRAP);
	} else if (signals.theirs.sa_handler != SIG_IGN) {
		signals.theirs.sa_handler(number);
	}
}

int sigaction(
	int number, const struct sigaction *wanted, struct sigaction *before)
{
	struct sigaction changed;

	find_real();
	if (!signals.are_taken)
		return signals.action(number, wanted, before);
	if (number == SIGTRAP) {
		changed = signals.theirs;
		if (wanted)
			signals.theirs = *wanted;
		if (before)
			*before = changed;
		return 0;
	}
	if (wanted) {
		changed = *wanted;
		sigdelset(&changed.sa_mask, SIGTRAP);
		wanted = &changed;
	}
	return signals.action(number, wanted, before);
}

void (*signal(int number, void (*handler)(int)))(int)
{
	struct sigaction wanted = {
		.sa_handler = handler, .sa_flags = SA_RESTART};
	struct sigaction before;

	sigemptyset(&wanted.sa_mask);
	return sigaction(number, &wanted, &before) ? SIG_ERR
						   : before.sa_handler;
}

/* MASK as a program may have it; CHANGED has room for it. */
static const sigset_t *let_traps_through(
	const sigset_t *mask, sigset_t *changed)
{
	if (!mask || !signals.are_taken)
		return mask;
	*changed = *mask;
	sigdelset(changed, SIGTRAP);
	return changed;
}

static int change_mask(
	mask_function *real, int how, const sigset_t *set, sigset_t *before)
{
	sigset_t changed;

	if (how != SIG_UNBLOCK)
		set = let_traps_through(set, &changed);
	return real(how, set, before);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
	find_real();
	return change_mask(signals.process_mask, how, set, before);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
	find_real();
	return change_mask(signals.thread_mask, how, set, before);
}

/*--- masks while a program waits, under which its handlers run ---*/

int sigsuspend(const sigset_t *mask)
{
	sigset_t changed;

	return REAL(sigsuspend)(let_traps_through(mask, &changed));
}

int pselect(int count, fd_set *in, fd_set *out, fd_set *other,
	const struct timespec *limit, const sigset_t *mask)
{
	sigset_t changed;

	return REAL(pselect)(count, in, out, other, limit,
		let_traps_through(mask, &changed));
}

int ppoll(struct pollfd *file, nfds_t count, const struct timespec *limit,
	const sigset_t *mask)
{
	sigset_t changed;

	return REAL(ppoll)(
		file, count, limit, let_traps_through(mask, &changed));
}

int epoll_pwait(int file, struct epoll_event *event, int most, int limit,
	const sigset_t *mask)
{
	sigset_t changed;

	return REAL(epoll_pwait)(
		file, event, most, limit, let_traps_through(mask, &changed));
}

/*--- a process that is brought back to its start ---*/

static struct {
	struct sigaction action[SIGNALS];
	stack_t stack;
	sigset_t mask;
} kept;

void agent_keep_signals(void)
{
	for (int i = 1; i < SIGNALS; i++)
		sigaction(i, NULL, &kept.action[i]);
	sigaltstack(NULL, &kept.stack);
	sigprocmask(SIG_SETMASK, NULL, &kept.mask);
}

void agent_restore_signals(uint64_t changed)
{
	for (int i = 1; i < SIGNALS; i++)
		if (changed >> i & 1)
			sigaction(i, &kept.action[i], NULL);
	if (changed & 1)
		sigaltstack(&kept.stack, NULL);
	sigprocmask(SIG_SETMASK, &kept.mask, NULL);
}
