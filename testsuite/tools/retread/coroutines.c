/* SPDX-License-Identifier: MIT
 * Two coroutines, on stacks from malloc, that hand over to each other and to
 * the thread that made them, from different depths. */
#include <retread.h>

#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { ROUNDS = 20, STACK_BYTES = 65536 };

static ucontext_t caller, first, second;
static volatile int sink;

static __attribute__((noinline)) void hand_over(
	int depth, ucontext_t *from, ucontext_t *to)
{
	if (depth > 0)
		hand_over(depth - 1, from, to);
	else
		swapcontext(from, to);
	sink++;
}

static void run_first(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		RETREAD_TEST_BEGIN("first");
		hand_over(3, &first, &second);
	}
}

static void run_second(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		RETREAD_TEST_BEGIN("second");
		hand_over(5, &second, i % 2 ? &first : &caller);
	}
}

static void make(ucontext_t *context, void (*function)(void))
{
	getcontext(context);
	context->uc_stack.ss_sp = malloc(STACK_BYTES);
	context->uc_stack.ss_size = STACK_BYTES;
	context->uc_link = &caller;
	makecontext(context, function, 0);
}

static void *use_coroutines(void *unused)
{
	make(&first, run_first);
	make(&second, run_second);
	for (int i = 0; i < ROUNDS / 2; i++) {
		hand_over(2, &caller, &first);
		RETREAD_TEST_BEGIN("caller");
	}
	free(first.uc_stack.ss_sp);
	free(second.uc_stack.ss_sp);
	return unused;
}

int main(void)
{
	pthread_t thread;

	use_coroutines(NULL);
	RETREAD_TEST_BEGIN("main");
	pthread_create(&thread, NULL, use_coroutines, NULL);
	pthread_join(thread, NULL);
	RETREAD_TEST_BEGIN("main");
	RETREAD_TEST_END();
	return 0;
}
