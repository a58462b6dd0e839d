/* SPDX-License-Identifier: MIT
 * Runs for a while under the tool `core`, then exits with 3 or, with an argument,
 * dies of SIGTERM. */
#include <signal.h>
#include <unistd.h>

/* A C++ name, as it stands in a symbol table. */
int again(int number) __asm__("_Z4corei");
int chosen(int number);

/* No compiler may know what a call gives. */
static volatile int one = 1;

__attribute__((noinline)) int again(int number)
{
	return number + one;
}

static int (*choose(void))(int)
{
	return one ? again : 0;
}

int chosen(int number) __attribute__((ifunc("choose")));

int main(int count, char **argument)
{
	int number = 0;

	(void)argument;
	/* More blocks than one time slice of Valgrind has. */
	while (number < 300000)
		number = number % 2 ? again(number) : chosen(number);
	if (count > 1)
		kill(getpid(), SIGTERM);
	return 3;
}
