/* SPDX-License-Identifier: MIT
 * LLVM as a compiler under test: how many instructions native code executes, by the
 * processor's trap flag. Unlike its time that is the same on a busy machine. */
#include "config.h"

#include <signal.h>

#include "fuzz-perf/ir/llvm/target.h"

#ifdef __x86_64__

#define STEPS_MAX                                                              \
	200000 /* then it goes on uncounted: a step takes a microsecond */
#define TRAP_FLAG 0x100

static volatile uint64_t steps;

static void on_step(int number, siginfo_t *info, void *context)
{
	ucontext_t *at = context;

	(void)number;
	(void)info;
	if (++steps == STEPS_MAX)
		at->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

/* Flags are pushed below the red zone. */
static void set_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t"
			 "orq %0, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp"
			 :
			 : "i"(TRAP_FLAG)
			 : "cc", "memory");
}

static void clear_trap_flag(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\t"
			 "andq %0, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp"
			 :
			 : "i"(~TRAP_FLAG)
			 : "cc", "memory");
}

uint64_t llvm_count_steps(llvm_entry *entry, const uint64_t *parameter,
	void *const *buffer, uint64_t *result)
{
	struct sigaction action = {
		.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
	struct sigaction before;

	steps = 0;
	if (sigaction(SIGTRAP, &action, &before) != 0) {
		entry(parameter, buffer, result);
		return 0;
	}
	set_trap_flag();
	entry(parameter, buffer, result);
	clear_trap_flag();
	sigaction(SIGTRAP, &before, NULL);
	return steps < STEPS_MAX ? steps : 0;
}

#else

uint64_t llvm_count_steps(llvm_entry *entry, const uint64_t *parameter,
	void *const *buffer, uint64_t *result)
{
	entry(parameter, buffer, result);
	return 0;
}

#endif
