/* SPDX-License-Identifier: MIT
 * Leaves functions in every way there is, and names a test after each: at all
 * of them the call stack must be as deep as at the first. */
#include <retread.h>

#include <setjmp.h>
#include <signal.h>
#include <stdexcept>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))

static jmp_buf jump_back;
static sigjmp_buf signal_back;
static volatile long sink;
static ucontext_t main_context, other_context;
static char other_stack[65536], signal_stack[65536];

static NOINLINE int leaf(int x)
{
	sink += x;
	return x;
}

static NOINLINE void jump(int depth)
{
	if (depth == 0)
		longjmp(jump_back, 1);
	jump(depth - 1);
	sink++;
}

static NOINLINE void throw_it(int depth)
{
	if (depth == 0)
		throw std::runtime_error("deep");
	throw_it(depth - 1);
	sink++;
}

static NOINLINE int second_sibling(int x)
{
	sink++;
	return leaf(x + 1);
}

static NOINLINE int first_sibling(int x)
{
	sink++;
	return second_sibling(x + 1);
}

static NOINLINE void handler(int number)
{
	leaf(number);
	sink++;
}

static NOINLINE void jumping_handler(int number)
{
	leaf(number);
	siglongjmp(signal_back, 1);
}

static NOINLINE void raise_below(int number)
{
	leaf(1);
	raise(number);
	sink++;
}

static NOINLINE long recurse(long depth)
{
	volatile char pad[8];

	pad[0] = 0;
	return depth == 0 ? 0 : recurse(depth - 1) + pad[0];
}

static NOINLINE void coroutine()
{
	for (int i = 0; i < 10; i++) {
		leaf(i);
		swapcontext(&other_context, &main_context);
	}
}

static int compare(const void *a, const void *b)
{
	return leaf(*(const int *)a - *(const int *)b);
}

static NOINLINE void leave_functions()
{
	for (int i = 0; i < 10; i++)
		if (!setjmp(jump_back))
			jump(10);
	RETREAD_TEST_BEGIN("longjmp");
	for (int i = 0; i < 10; i++) {
		try {
			throw_it(8);
		} catch (std::exception &) {
			sink++;
		}
	}
	RETREAD_TEST_BEGIN("exceptions");
	for (int i = 0; i < 10; i++)
		first_sibling(i);
	RETREAD_TEST_BEGIN("sibling-calls");
	recurse(100000);
	RETREAD_TEST_BEGIN("recursion");
}

static NOINLINE void handle(int number, void (*how)(int), int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = how;
	action.sa_flags = flags;
	sigaction(number, &action, NULL);
}

static NOINLINE void take_signals(int flags)
{
	handle(SIGUSR1, handler, flags);
	handle(SIGUSR2, jumping_handler, flags);
	for (int i = 0; i < 10; i++)
		raise_below(SIGUSR1);
	RETREAD_TEST_BEGIN("handlers");
	for (int i = 0; i < 10; i++)
		if (!sigsetjmp(signal_back, 1))
			raise_below(SIGUSR2);
	leaf(1);
	RETREAD_TEST_BEGIN("jumps-out-of-handlers");
}

static NOINLINE void switch_stacks()
{
	getcontext(&other_context);
	other_context.uc_stack.ss_sp = other_stack;
	other_context.uc_stack.ss_size = sizeof other_stack;
	other_context.uc_link = &main_context;
	makecontext(&other_context, coroutine, 0);
	for (int i = 0; i < 11; i++)
		swapcontext(&main_context, &other_context);
	leaf(1);
	RETREAD_TEST_BEGIN("swapcontext");
}

static NOINLINE void call_back()
{
	int numbers[1000];

	for (int i = 0; i < 1000; i++)
		numbers[i] = i * 7919 % 1000;
	qsort(numbers, 1000, sizeof numbers[0], compare);
	RETREAD_TEST_BEGIN("callbacks");
}

/* One level, so that every test is named at the same depth. */
int main()
{
	stack_t stack;

	leave_functions();
	take_signals(0);
	memset(&stack, 0, sizeof stack);
	stack.ss_sp = signal_stack;
	stack.ss_size = sizeof signal_stack;
	sigaltstack(&stack, NULL);
	take_signals(SA_ONSTACK);
	switch_stacks();
	call_back();
	RETREAD_TEST_END();
	return 0;
}
