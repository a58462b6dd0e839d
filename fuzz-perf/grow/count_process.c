/* SPDX-License-Identifier: MIT
 * The process that a run is: what it becomes, within which limits, and how it ended. */
#include "config.h"

#include "fuzz-perf/grow/count_process.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/tree.h"
#include "lib/command/program.h"
#include "lib/memory.h"

#define COUNT_CLOCK_MAX	 4  /* seconds by the clock, for one of CPU time */
#define COUNT_CLOCK_MIN	 20 /* the same for any run: the machine may be busy */
#define COUNT_OUTPUT_MAX (64ul << 20)

static void count_limit(int resource, uint64_t value)
{
	struct rlimit limit = {value, value};

	setrlimit(resource, &limit);
}

/* Appends WORD to the variable NAME, with BETWEEN before it. */
static void append_variable(
	const char *name, const char *between, const char *word)
{
	const char *own = getenv(name);
	char *all = own && *own ? memory_format("%s%s%s", own, between, word)
				: NULL;

	setenv(name, all ? all : word, 1);
	free(all);
}

/* SIGPROF ends the process that this one becomes after SECONDS of CPU time. */
static void count_limit_finely(double seconds)
{
	const struct itimerval timer = {.it_value.tv_sec = (time_t)seconds,
		.it_value.tv_usec =
			(suseconds_t)((seconds - floor(seconds)) * 1e6)};

	setitimer(ITIMER_PROF, &timer, NULL);
}

/* The child becomes the tool at PATH itself: Valgrind's launcher may be a script. */
static void become_tool(const char *path)
{
	char *folder = memory_string_dup(path);

	*strrchr(folder, '/') = '\0';
	setenv("VALGRIND_LIB", folder, 1);
	setenv("VALGRIND_LAUNCHER", VALGRIND, 1);
}

void count_process_become(char *const *words, const char *settings,
	const char *directory, const struct count_limits *limits)
{
	char *agent = program_find_part(GROW_AGENT, R_OK);
	char *output = memory_format("%s/" COUNT_OUTPUT, directory);
	int in = open(limits->input ? limits->input : "/dev/null", O_RDONLY);
	int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	setpgid(0, 0);
	if (!limits->is_native)
		become_tool(words[0]);
	/* Valgrind runs "rep stosb" byte by byte, and says that it is fast. */
	append_variable("GLIBC_TUNABLES", ":",
		"glibc.cpu.x86_rep_stosb_threshold=1073741824:"
		"glibc.cpu.x86_rep_movsb_threshold=1073741824:"
		/* Freed memory is used again at once: cells are what is kept. */
		"glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0");
	setenv("TMPDIR", directory, 1);
	if (settings && agent) {
		append_variable("LD_PRELOAD", ":", agent);
		setenv(GROW_VARIABLE, settings, 1);
	}
	count_limit(RLIMIT_CORE, 0);
	count_limit(RLIMIT_FSIZE, COUNT_OUTPUT_MAX);
	count_limit(RLIMIT_AS, limits->memory_bytes);
	if (limits->seconds > 0)
		count_limit(RLIMIT_CPU, (uint64_t)ceil(limits->seconds));
	if (limits->is_native)
		count_limit_finely(limits->seconds);
	if (!limits->is_here && counts_enter_tree(directory))
		_exit(127);
	dup2(in, 0);
	dup2(out, 1);
	dup2(out, 2);
	execvp(words[0], words);
	_exit(127);
}

double count_process_clock(double seconds)
{
	return COUNT_CLOCK_MIN + seconds * COUNT_CLOCK_MAX;
}

void count_process_set_outcome(struct count_run *run, int status)
{
	/* At the limit of CPU time the kernel sends either. */
	if (WIFSIGNALED(status) &&
		(WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGPROF ||
			WTERMSIG(status) == SIGKILL))
		run->outcome = COUNT_TOO_LONG;
	if (run->outcome == COUNT_TOO_LONG)
		return;
	run->code =
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	run->outcome = WIFSIGNALED(status) ? COUNT_DIED
		       : run->code	   ? COUNT_FAILED
					   : COUNT_ENDED;
}
