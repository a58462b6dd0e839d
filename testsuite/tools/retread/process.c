/* SPDX-License-Identifier: MIT
 * Ends in the way that its argument names. */
#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_for(pid_t child)
{
	int status = 0;

	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static __attribute__((noinline)) int in_child(char *inherited)
{
	inherited[0]++;
	return inherited[0];
}

static int fork_child(void)
{
	char *block = calloc(100, 1);
	pid_t child;

	for (int i = 0; i < 40; i++)
		if (malloc(3000 + i) == NULL)
			return 1;
	child = fork();
	if (child == 0)
		_exit(in_child(block) + 4);
	return wait_for(child);
}

static int exec_in(pid_t child, char *program)
{
	if (child == 0) {
		execlp(program, program, (char *)NULL);
		_exit(126);
	}
	return wait_for(child);
}

static int start_child(char *program)
{
	return exec_in(vfork(), program);
}

static int spawn_child(char *program)
{
	char *arguments[] = {program, NULL};
	pid_t child;

	if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) != 0)
		return 126;
	return wait_for(child);
}

int main(int argc, char **argv)
{
	const char *how = argv[1];

	if (strcmp(how, "code") == 0)
		return atoi(argv[2]);
	if (strcmp(how, "signal") == 0)
		raise(atoi(argv[2]));
	if (strcmp(how, "crash") == 0)
		*(volatile int *)8 = 1;
	if (strcmp(how, "fork") == 0)
		return fork_child();
	if (strcmp(how, "start") == 0)
		return start_child(argv[2]);
	if (strcmp(how, "forks") == 0)
		return exec_in(fork(), argv[2]);
	if (strcmp(how, "spawn") == 0)
		return spawn_child(argv[2]);
	if (strcmp(how, "after") == 0)
		return start_child(argv[2]) + fork_child();
	if (strcmp(how, "exec") == 0)
		execvp(argv[2], argv + 2);
	return 99;
}
