/* SPDX-License-Identifier: MIT
 * Leaves functions in every way there is, in as many threads as the argument
 * says: after each, the recorder must see a stack as deep as before. Says what is
 * not so; then execs itself and says how deep main is, which must be as before. */
#include <retread.h>

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

enum { DEEP = 100000, STACK_BYTES = 64 << 20, SMALL_STACK_BYTES = 65536 };

extern char **environ;
static volatile long sink;
static thread_local jmp_buf jump_back;
static thread_local sigjmp_buf signal_back;
static thread_local ucontext_t here, there;
static thread_local char *small_stack;

static NOINLINE long leaf(long x)
{
	sink = x;
	return x;
}

static NOINLINE void say(const char *what, unsigned got, unsigned wanted)
{
	if (got != wanted)
		printf("%s: %u deep, wanted %u\n", what, got, wanted);
}

/* --- jumps and exceptions --- */

static NOINLINE void jump(int depth)
{
	if (depth == 0)
		longjmp(jump_back, 1);
	jump(depth - 1);
	sink = depth;
}

static NOINLINE void long_jumps()
{
	for (int i = 0; i < 10; i++)
		if (!setjmp(jump_back))
			jump(i);
}

struct cleaner {
	~cleaner()
	{
		leaf(1);
	}
};

static NOINLINE void throw_below(int depth)
{
	cleaner last;

	if (depth == 0)
		throw std::runtime_error("deep");
	throw_below(depth - 1);
	sink = depth;
}

static NOINLINE void catch_and_rethrow(int depth)
{
	try {
		throw_below(depth);
	} catch (std::runtime_error &) {
		leaf(2);
		throw;
	}
}

static NOINLINE void exceptions()
{
	for (int i = 0; i < 10; i++) {
		try {
			catch_and_rethrow(i);
		} catch (std::exception &) {
			sink = i;
		}
	}
}

/* --- signals --- */

static void handler(int number)
{
	leaf(number);
	if (number == SIGUSR1)
		raise(SIGURG);
}

static void jumping_handler(int number)
{
	leaf(number);
	siglongjmp(signal_back, 1);
}

static NOINLINE void raise_below(int number)
{
	leaf(1);
	raise(number);
	sink = number;
}

static NOINLINE void signals()
{
	for (int i = 0; i < 5; i++)
		raise_below(SIGUSR1);
	for (int i = 0; i < 5; i++)
		if (!sigsetjmp(signal_back, 1))
			raise_below(SIGUSR2);
}

static NOINLINE void signals_on_a_stack()
{
	stack_t stack = {};

	stack.ss_sp = small_stack;
	stack.ss_size = SMALL_STACK_BYTES;
	sigaltstack(&stack, NULL);
	signals();
	stack.ss_flags = SS_DISABLE;
	sigaltstack(&stack, NULL);
}

/* --- calls that are jumps --- */

static NOINLINE long second_sibling(long x)
{
	return leaf(x + 1);
}

static NOINLINE long first_sibling(long x)
{
	return second_sibling(x + 1);
}

static NOINLINE void sibling_calls()
{
	for (int i = 0; i < 10; i++)
		sink = first_sibling(i);
}

/* Bound when they are first called, if the program is linked so. */
static NOINLINE void library_calls()
{
	volatile double x = 0.5;
	char text[40];

	sink = (long)(sin(x) + cos(x) + atan2(x, x));
	sink = snprintf(text, sizeof text, "%g", x) + strtol("7", NULL, 10);
}

static int plain_variant(int x)
{
	return (int)leaf(x);
}

extern "C" {
int (*choose(void))(int)
{
	return plain_variant;
}
int by_ifunc(int x) __attribute__((ifunc("choose")));
}

static NOINLINE void indirect_functions()
{
	for (int i = 0; i < 3; i++)
		sink = by_ifunc(i) + (long)strlen("resolved");
}

static int compare(const void *a, const void *b)
{
	return (int)leaf(*(const int *)a - *(const int *)b);
}

static NOINLINE void callbacks()
{
	int numbers[40];

	for (int i = 0; i < 40; i++)
		numbers[i] = i * 7919 % 40;
	qsort(numbers, 40, sizeof numbers[0], compare);
}

/* --- stacks --- */

static void coroutine()
{
	for (int i = 0; i < 5; i++) {
		leaf(i);
		swapcontext(&there, &here);
	}
}

static NOINLINE void contexts()
{
	getcontext(&there);
	there.uc_stack.ss_sp = small_stack;
	there.uc_stack.ss_size = SMALL_STACK_BYTES;
	there.uc_link = &here;
	makecontext(&there, coroutine, 0);
	for (int i = 0; i < 6; i++)
		swapcontext(&here, &there);
}

static unsigned deepest;

static NOINLINE long recurse(long depth)
{
	volatile long mine = depth;

	if (depth == 0)
		deepest = RETREAD_DEPTH();
	else
		mine = recurse(depth - 1);
	return mine + 1;
}

static NOINLINE void recursion()
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	unsigned before = RETREAD_DEPTH();

	pthread_mutex_lock(&lock);
	sink = recurse(DEEP);
	if (before != 0)
		say("the deepest recursion", deepest, before + DEEP + 1);
	pthread_mutex_unlock(&lock);
}

/* --- processes --- */

static NOINLINE void wait_for(pid_t child, const char *what)
{
	int status = 0;

	waitpid(child, &status, 0);
	say(what, status, 0);
}

static NOINLINE void forks()
{
	unsigned before = RETREAD_DEPTH();
	pid_t child = fork();

	if (child == 0)
		_exit(RETREAD_DEPTH() != before);
	wait_for(child, "a forked child");
}

static NOINLINE void vforks()
{
	pid_t child = vfork();

	if (child == 0)
		_exit(0);
	wait_for(child, "a vforked child");
}

static NOINLINE void spawns()
{
	char name[] = "true";
	char *arguments[] = {name, NULL};
	pid_t child;

	if (posix_spawnp(&child, name, NULL, NULL, arguments, environ) == 0)
		wait_for(child, "a spawned child");
}

/* As fork does it, by the system call of that name. */
static NOINLINE void clones()
{
	unsigned before = RETREAD_DEPTH();
	long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	if (child == 0)
		_exit(RETREAD_DEPTH() != before);
	wait_for((pid_t)child, "a cloned child");
}

/* --- threads --- */

static thread_local long own = 5;

static void clean(void *data)
{
	own += *(long *)data;
}

static void *wait_to_be_cancelled(void *data)
{
	pthread_cleanup_push(clean, data);
	for (;;) {
		leaf(3);
		pthread_testcancel();
		sched_yield();
	}
	pthread_cleanup_pop(1);
	return NULL;
}

static void *leave_early(void *data)
{
	cleaner last;

	own = 7;
	if (data)
		pthread_exit(data);
	return NULL;
}

static NOINLINE void threads()
{
	pthread_t first, second, third;
	long more = 1;

	if (pthread_create(&first, NULL, wait_to_be_cancelled, &more) ||
		pthread_create(&second, NULL, leave_early, &more) ||
		pthread_create(&third, NULL, leave_early, NULL))
		abort();
	pthread_cancel(first);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	pthread_join(third, NULL);
}

static NOINLINE void thread_locals()
{
	own++;
	sink = own + (long)&own % 3;
}

/* --- all of it --- */

static const struct {
	const char *name;
	void (*run)();
} steps[] = {
	{"longjmp", long_jumps},
	{"exceptions", exceptions},
	{"signals", signals},
	{"signals on a stack", signals_on_a_stack},
	{"sibling calls", sibling_calls},
	{"library calls", library_calls},
	{"ifunc", indirect_functions},
	{"callbacks", callbacks},
	{"contexts", contexts},
	{"recursion", recursion},
	{"fork", forks},
	{"vfork", vforks},
	{"spawn", spawns},
	{"clone", clones},
	{"threads", threads},
	{"thread-local", thread_locals},
};

static NOINLINE void run_steps()
{
	unsigned before = RETREAD_DEPTH();

	small_stack = (char *)malloc(SMALL_STACK_BYTES);
	for (int round = 0; round < 2; round++) {
		for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
			steps[i].run();
			say(steps[i].name, RETREAD_DEPTH(), before);
			RETREAD_TEST_BEGIN(steps[i].name);
		}
	}
	free(small_stack);
}

static void *work(void *unused)
{
	run_steps();
	return unused;
}

static NOINLINE void run_threads(int count)
{
	pthread_attr_t attributes;
	pthread_t thread[8];

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	for (int i = 1; i < count; i++)
		if (pthread_create(&thread[i], &attributes, work, NULL) != 0)
			abort();
	run_steps();
	for (int i = 1; i < count; i++)
		pthread_join(thread[i], NULL);
}

static void handle(int number, void (*how)(int))
{
	struct sigaction action = {};

	action.sa_handler = how;
	action.sa_flags = SA_ONSTACK;
	sigaction(number, &action, NULL);
}

/* Valgrind does not extend the main stack for a handler with SA_ONSTACK, so whether
 * its frame fits would depend on the environment's size. */
static NOINLINE void extend_stack()
{
	volatile char below[65536];

	for (size_t i = sizeof below; i-- > 0;)
		below[i] = 1;
	sink = below[0];
}

int main(int argc, char **argv)
{
	char depth[20];

	if (argc == 3) {
		say("main after exec", RETREAD_DEPTH(), atoi(argv[2]));
		printf("done\n");
		return 0;
	}
	setvbuf(stdout, NULL, _IONBF, 0);
	extend_stack();
	handle(SIGUSR1, handler);
	handle(SIGURG, handler);
	handle(SIGUSR2, jumping_handler);
	run_threads(atoi(argv[1]));
	snprintf(depth, sizeof depth, "%u", RETREAD_DEPTH());
	execl(argv[0], argv[0], "again", depth, (char *)NULL);
	return 1;
}
