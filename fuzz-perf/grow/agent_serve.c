/* SPDX-License-Identifier: MIT
 * Starts a program once for many runs: it waits before its first instruction, and each run is a
 * process that is forked from there. Under the Valgrind tool snap a run has the counts that it
 * would have had from its start, and code that one has translated is not translated again. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

#include "lib/format/snap_binding.h"

#define SERVE_FAR (UINT64_C(32) << 30)

/* Of a process that is not under that tool nothing is asked. */
static void serve_ask(unsigned request, void *argument)
{
#ifdef VALGRIND_DO_CLIENT_REQUEST_STMT
	VALGRIND_DO_CLIENT_REQUEST_STMT(request, argument, 0, 0, 0, 0);
#else
	(void)request;
	(void)argument;
#endif
}

static double serve_seconds(const struct rusage *usage)
{
	return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
	       (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) *
		       1e-6;
}

/* A process that is forked has no other thread than the one that forks. */
static bool serve_is_single(void)
{
	struct stat tasks;

	return stat("/proc/self/task", &tasks) == 0 &&
	       tasks.st_nlink == 3; /* with . and .. */
}

/* Memory for what runs have translated, where the program would not have any: its own is
 * where it would be. */
static struct snap_translated *serve_map(void)
{
	void *shared = mmap((void *)SERVE_FAR, sizeof(struct snap_translated),
		PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	return shared == MAP_FAILED ? NULL : shared;
}

static void serve_limit(double seconds, bool is_native)
{
	const rlim_t whole = (rlim_t)(seconds + 1);
	const struct rlimit limit = {whole, whole};
	const struct itimerval timer = {.it_value.tv_sec = (time_t)seconds,
		.it_value.tv_usec =
			(suseconds_t)((seconds - (double)(time_t)seconds) *
				      1e6)};

	setrlimit(RLIMIT_CPU, &limit);
	if (is_native)
		setitimer(ITIMER_PROF, &timer, NULL);
}

static void serve_open(const char *path, int flags, int stream)
{
	int file = open(path, flags, 0666);

	dup2(file, stream);
	if (file > STDERR_FILENO)
		close(file);
}

/* The process becomes what it would be if it had been started for ORDER. */
static void serve_begin(const struct grow_order *order)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	serve_limit(order->seconds, order->is_native);
	serve_open(order->input, O_RDONLY, STDIN_FILENO);
	serve_open(order->output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
	dup2(STDOUT_FILENO, STDERR_FILENO);
}

static bool serve_answer(int place, const struct grow_answer *answer)
{
	return send(place, answer, sizeof *answer, MSG_NOSIGNAL) ==
	       (ssize_t)sizeof *answer;
}

/* Says when CHILD begins, and how it ends. */
static bool serve_await(int place, pid_t child)
{
	struct grow_answer answer = {.process = child};
	struct rusage usage;

	if (!serve_answer(place, &answer))
		return false;
	if (child > 0 && wait4(child, &answer.status, 0, &usage) == child)
		answer.seconds = serve_seconds(&usage);
	return serve_answer(place, &answer);
}

void grow_serve(int place)
{
	struct grow_answer hello = {
		.process = serve_is_single() ? getpid() : 0};
	struct grow_order order;
	struct rusage usage;
	struct snap_translated *shared = serve_map();
	bool goes_on;

	if (shared)
		serve_ask(SNAP_REQUEST_SHARE, shared);
	getrusage(RUSAGE_SELF, &usage);
	hello.seconds = serve_seconds(&usage);
	goes_on = serve_answer(place, &hello);
	while (goes_on &&
		recv(place, &order, sizeof order, 0) == (ssize_t)sizeof order) {
		pid_t child;
		serve_ask(SNAP_REQUEST_CATCH_UP, NULL);
		serve_ask(SNAP_REQUEST_KEEP, NULL);
		child = fork();
		if (child == 0) {
			close(place);
			serve_begin(&order);
			return;
		}
		goes_on = serve_await(place, child);
	}
	/* It must not end as a run does. */
	kill(getpid(), SIGKILL);
}
