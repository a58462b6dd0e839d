/* SPDX-License-Identifier: MIT
 * A program that ends by a signal if it is not as it was when it was started: its memory,
 * the heap, what is mapped, signals, and the folder. RUNS has a line for each run: its process, and
 * the number that the first file has. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BLOCK (100 << 10) /* of malloc's heap */
#define LARGE (1 << 20)	  /* mapped by malloc */

static int runs = 7;
static char *kept;

static void check(int holds)
{
	if (!holds)
		abort();
}

/* Not TIDY: what is mapped stays so. */
static void check_heap(int is_tidy)
{
	char *block = calloc(1, BLOCK), *large = malloc(LARGE);

	check(!kept);
	for (int i = 0; i < BLOCK; i++)
		check(block[i] == 0);
	memset(block, 1, BLOCK);
	memset(large, 1, LARGE);
	*(volatile char *)large = 2;
	if (is_tidy)
		free(large);
	kept = block;
}

static void check_folder(void)
{
	static char folder[4096];

	check(getcwd(folder, sizeof folder) && strcmp(folder, "/"));
	check(write(1, "x", 1) == 1);
}

static void take_signal(int number)
{
	_exit(number);
}

/* Actions, the mask, and the stack for handlers. */
static void check_signals(void)
{
	static char bytes[1 << 16];
	struct sigaction action = {.sa_handler = take_signal}, before;
	stack_t stack = {.ss_sp = bytes, .ss_size = sizeof bytes}, old;
	sigset_t blocked;

	sigaltstack(&stack, &old);
	check(old.ss_sp != bytes);
	sigaction(SIGUSR1, &action, &before);
	check(before.sa_handler != take_signal);
	sigaction(SIGTERM, &action, &before);
	check(before.sa_handler != take_signal);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR2);
	sigprocmask(SIG_BLOCK, &blocked, &blocked);
	check(!sigismember(&blocked, SIGUSR2));
}

static void note_run(const char *path)
{
	char line[64];
	int first = open("/dev/null", O_RDONLY);
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
	int length =
		snprintf(line, sizeof line, "%d %d\n", (int)getpid(), first);

	check(write(fd, line, (size_t)length) == length);
	close(fd);
}

int main(void)
{
	char input[64] = "";
	size_t length = fread(input, 1, sizeof input - 1, stdin);
	volatile int steps = 0;

	check(runs++ == 7);
	check_heap(input[0] != 'b');
	check_folder();
	check_signals();
	note_run(getenv("RUNS"));
	for (size_t i = 0; i < length; i++)
		steps += input[i] == 'a';
	/* This stays when memory is brought back. */
	if (input[0] == 'd')
		check(chdir("/") == 0);
	if (input[0] == 'c')
		*(volatile int *)(intptr_t)16 = steps;
	close(1);
	if (input[0] == 'e')
		_exit(3);
	return 0;
}
