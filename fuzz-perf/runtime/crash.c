/* SPDX-License-Identifier: MIT
 * Notes where a run is when a signal ends it. */
#include "config.h"

#include "fuzz-perf/runtime/runtime.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

#define STACK_BYTES (64 << 10) /* of the handler: the run's own may be full */
#define FRAMES	    128

static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};

static struct {
	struct perf_map *map;
	const void *library; /* where abort() is */
	int base;	     /* frames that each run is called from */
	char stack[STACK_BYTES] __attribute__((aligned(16)));
} crash;

static const void *crash_object_of(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* Where the signal came in; 0: not known. */
static uint64_t crash_address(const void *context)
{
	const ucontext_t *at = context;

#if defined(__x86_64__)
	return (uint64_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return at->uc_mcontext.pc;
#else
	(void)at;
	return 0;
#endif
}

/* The frame in which the signal came in. A sanitizer's backtrace() has one of its own before
 * ours. */
static int find_signal(void *const *frame, int count, uint64_t address)
{
	for (int i = 2; i < count; i++)
		if ((uint64_t)(uintptr_t)frame[i] == address)
			return i;
	return 2;
}

/* Which check of the C library stopped the program matters less than who called it. Where
 * a signal came in is noted as if it were a return address. */
static void note_frames(const void *context)
{
	void *frame[FRAMES];
	int count = backtrace(frame, FRAMES);
	uint64_t *to = crash.map->crash_frame;
	uint64_t first = crash_address(context);
	uint32_t used = 0;

	if (count < FRAMES)
		count -= crash.base;
	for (int i = find_signal(frame, count, first);
		i < count && used < PERF_FRAMES; i++) {
		uint64_t address = (uint64_t)(uintptr_t)frame[i];
		if (crash_object_of(frame[i]) == crash.library)
			continue;
		address += address == first;
		if (!used || to[used - 1] != address)
			to[used++] = address;
	}
	crash.map->crash_frame_count = used;
}

/* Not inlined: who calls it is what is looked for, a sanitizer's backtrace() lies between. */
__attribute__((noinline)) void retread_crash_note_base(void)
{
	void *frame[FRAMES];
	int count = crash.base ? 0 : backtrace(frame, FRAMES);

	for (int i = 0; i < count && !crash.base; i++)
		if (frame[i] == __builtin_return_address(0))
			crash.base = count - i;
}

static void crash_take(int number, siginfo_t *info, void *context)
{
	(void)info;
	if (retread_counters.is_running)
		note_frames(context);
	raise(number); /* its default, when we return */
}

void retread_crash_catch(struct perf_map *map)
{
	struct sigaction action = {.sa_sigaction = crash_take,
		.sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND)};
	stack_t stack = {.ss_sp = crash.stack, .ss_size = STACK_BYTES}, before;
	void *frame[2];

	crash.map = map;
	crash.library = crash_object_of((const void *)(uintptr_t)&abort);
	backtrace(frame, 2); /* loads what it needs now, not in a crash */
	if (!sigaltstack(NULL, &before) && before.ss_flags & SS_DISABLE)
		sigaltstack(&stack, NULL);
	for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
		struct sigaction theirs;
		if (!sigaction(deadly[i], NULL, &theirs) &&
			theirs.sa_handler == SIG_DFL)
			sigaction(deadly[i], &action, NULL);
	}
}
