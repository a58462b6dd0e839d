/* SPDX-License-Identifier: MIT
 * Threads that raise and catch signals and exceptions, switch stacks, load and
 * unload a library, allocate, and start threads, over and over: soak SECONDS
 * PLUGIN. At the same place of each round the recorder must see a stack as deep
 * as in the first; the exit code says whether it did. */
#include <retread.h>

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))

enum { WORKERS = 3, ELEMENTS = 6, STACK_BYTES = 65536, ROUNDS_MIN = 3 };

struct node {
	struct node *next;
	int value;
};

static const char *plugin;
static time_t end_time;
static volatile int sink;
static volatile sig_atomic_t ticks;
static int wrong;
static thread_local sigjmp_buf jump_back;
static thread_local const struct node *handled;

static NOINLINE struct node *make_list(int elements)
{
	struct node *list = NULL;

	while (elements > 0) {
		struct node *node = (struct node *)malloc(sizeof *node);
		node->value = --elements;
		node->next = list;
		list = node;
	}
	return list;
}

static NOINLINE void free_list(struct node *list)
{
	while (list != NULL) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
}

/* Each value is searched for from the front before it is appended. */
static NOINLINE void search_then_append()
{
	struct node *list = NULL;

	for (int i = 0; i < ELEMENTS; i++) {
		struct node **link = &list;
		while (*link != NULL && (*link)->value != i)
			link = &(*link)->next;
		if (*link == NULL) {
			*link = (struct node *)malloc(sizeof **link);
			(*link)->value = i;
			(*link)->next = NULL;
		}
	}
	free_list(list);
}

/* An array that grows by moving, searched before each insertion. */
static NOINLINE void grow_array()
{
	int *array = NULL;

	for (int i = 0; i < ELEMENTS; i++) {
		int at = 0;
		while (at < i && array[at] != i)
			at++;
		array = (int *)realloc(array, (i + 1) * sizeof *array);
		array[i] = i;
	}
	free(array);
}

static NOINLINE void throw_below(int depth)
{
	if (depth == 0)
		throw std::runtime_error("soak");
	throw_below(depth - 1);
	sink = depth;
}

static NOINLINE void catch_exceptions()
{
	for (int i = 0; i < 4; i++) {
		try {
			throw_below(i);
		} catch (std::exception &) {
			sink = i;
		}
	}
}

static void handle_by_walking(int number)
{
	for (const struct node *at = handled; at != NULL; at = at->next)
		sink = at->value + number;
}

static void handle_by_jumping(int number)
{
	siglongjmp(jump_back, number);
}

static void handle_tick(int number)
{
	ticks = ticks + (number != 0);
}

static NOINLINE void take_signals()
{
	struct node *list = make_list(ELEMENTS);

	handled = list;
	for (int i = 0; i < 4; i++)
		raise(SIGUSR1);
	for (int i = 0; i < 4; i++)
		if (sigsetjmp(jump_back, 1) == 0)
			raise(SIGUSR2);
	handled = NULL;
	free_list(list);
}

static thread_local ucontext_t here, there;

static void run_there()
{
	for (int i = 0; i < 3; i++) {
		sink = i;
		swapcontext(&there, &here);
	}
}

static NOINLINE void switch_stacks(void *stack)
{
	getcontext(&there);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = STACK_BYTES;
	there.uc_link = &here;
	makecontext(&there, run_there, 0);
	for (int i = 0; i < 4; i++)
		swapcontext(&here, &there);
}

static NOINLINE void use_library()
{
	void *library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
	int (*run)(int);

	if (library == NULL)
		abort();
	run = (int (*)(int))dlsym(library, "plugin_run");
	sink = run(ELEMENTS);
	dlclose(library);
}

/* Says the first times that the stack is not as deep as it was. */
static NOINLINE void check_depth(
	unsigned depth, unsigned first, const char *who)
{
	if (depth == first)
		return;
	if (__atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED) < 5)
		fprintf(stderr, "soak: %s is %u deep, was %u\n", who, depth,
			first);
}

static void *short_life(void *data)
{
	search_then_append();
	return data;
}

static NOINLINE void start_thread()
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, short_life, NULL) != 0)
		abort();
	pthread_join(thread, NULL);
}

/* In a loop of its own: what pthread_create finds in its lists is a matter of who
 * ends first. */
static NOINLINE void *start_threads(void *data)
{
	unsigned first = RETREAD_DEPTH();
	long rounds = 0;

	do {
		start_thread();
		check_depth(RETREAD_DEPTH(), first, "the starter of threads");
	} while (++rounds < ROUNDS_MIN || time(NULL) < end_time);
	printf("soak: %ld short threads\n", rounds);
	return data;
}

static NOINLINE void run_round(void *stack)
{
	search_then_append();
	grow_array();
	catch_exceptions();
	take_signals();
	switch_stacks(stack);
	use_library();
}

static NOINLINE void run_rounds(const char *who)
{
	stack_t alternate = {};
	void *stack = malloc(STACK_BYTES);
	unsigned first = RETREAD_DEPTH();
	long rounds = 0;

	alternate.ss_sp = malloc(STACK_BYTES);
	alternate.ss_size = STACK_BYTES;
	sigaltstack(&alternate, NULL);
	do {
		run_round(stack);
		check_depth(RETREAD_DEPTH(), first, who);
	} while (++rounds < ROUNDS_MIN || time(NULL) < end_time);
	alternate.ss_flags = SS_DISABLE;
	sigaltstack(&alternate, NULL);
	printf("soak: %s: %ld rounds\n", who, rounds);
}

static void *work(void *who)
{
	run_rounds((const char *)who);
	return NULL;
}

static void handle(int number, void (*how)(int), int flags)
{
	struct sigaction action = {};

	action.sa_handler = how;
	action.sa_flags = flags;
	sigaction(number, &action, NULL);
}

static void tick_every(int microseconds)
{
	struct itimerval interval = {};

	interval.it_interval.tv_usec = interval.it_value.tv_usec = microseconds;
	setitimer(ITIMER_REAL, &interval, NULL);
}

int main(int argc, char **argv)
{
	static const char *const names[WORKERS] = {
		"first worker", "second worker", "third worker"};
	pthread_t worker[WORKERS], starter;
	unsigned first = RETREAD_DEPTH();

	if (argc != 3)
		return 2;
	end_time = time(NULL) + atol(argv[1]);
	plugin = argv[2];
	handle(SIGUSR1, handle_by_walking, SA_ONSTACK);
	handle(SIGUSR2, handle_by_jumping, SA_ONSTACK);
	handle(SIGALRM, handle_tick, SA_ONSTACK | SA_RESTART);
	tick_every(20000);
	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&worker[i], NULL, work, (void *)names[i]))
			abort();
	if (pthread_create(&starter, NULL, start_threads, NULL))
		abort();
	run_rounds("main");
	pthread_join(starter, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(worker[i], NULL);
	tick_every(0);
	check_depth(RETREAD_DEPTH(), first, "main at the end");
	printf("soak: %d signals of the timer, %d wrong depths\n", (int)ticks,
		wrong);
	return wrong != 0;
}
