/* SPDX-License-Identifier: MIT
 * Prints how much code each of three processes translates, the last two after what the
 * one before had was translated for it. */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

#include "lib/format/snap_binding.h"

static volatile int sum;

#define STEP(n)                                                                \
	if (sum % (n + 2) == 0)                                                \
		sum += n;
#define STEPS(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4)

__attribute__((noinline)) static void work(void)
{
	STEPS(1) STEPS(6) STEPS(11) STEPS(16)
}

int main(void)
{
	struct snap_translated *shared = mmap(NULL, sizeof *shared,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	VALGRIND_DO_CLIENT_REQUEST_STMT(SNAP_REQUEST_SHARE, shared, 0, 0, 0, 0);
	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			work();
			_exit(0);
		}
		wait(NULL);
		printf("%u\n", shared->count);
		fflush(stdout);
		VALGRIND_DO_CLIENT_REQUEST_STMT(
			SNAP_REQUEST_CATCH_UP, 0, 0, 0, 0, 0);
	}
	return 0;
}
