/* SPDX-License-Identifier: MIT
 * Does what a target should not, as the first byte of the input says. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

static int recurse(volatile int depth)
{
	volatile char capacity[4096];

	capacity[0] = (char)depth;
	return depth ? recurse(depth + 1) + capacity[0] : 0;
}

/* Calls itself for ever without a loop, on little stack. */
static int branch(volatile int depth)
{
	return depth ? branch(depth - 1) + branch(depth - 1) : 1;
}

static void *spin(void *unused)
{
	(void)unused;
	for (;;)
		pause();
	return NULL;
}

static void start_threads(void)
{
	pthread_t thread;

	for (int i = 0; i < 4; i++)
		if (!pthread_create(&thread, NULL, spin, NULL))
			pthread_detach(thread);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	for (size_t i = 0; i < size; i++)
		sink += data[i];
	switch (data[0]) {
	case 'c':
		*(volatile int *)8 = 1;
		break;
	case 'a':
		abort();
	case 'o': { /* one input in a hundred */
		unsigned sum = 0;
		for (size_t i = 0; i < size; i++)
			sum = sum * 31 + data[i];
		if (sum % 100 == 0)
			abort();
		break;
	}
	case 'l': /* a loop the compiler counts */
		for (volatile int i = 0; i >= 0; i = i == 5 ? 0 : i + 1)
			;
		break;
	case 's': /* waits without an edge */
		pause();
		break;
	case 'e':
		exit(3);
	case 'E':
		_exit(0);
	case 'h': {
		char *block = malloc(16);
		memset(block - 64, 'x', 256);
		free(block);
		free(malloc(40));
		break;
	}
	case 'f':
		for (int i = 0; i < 1024; i++)
			close(i);
		break;
	case 'k':
		if (fork() == 0 && size > 1 && data[1] == 'x')
			_exit(0);
		break;
	case 't':
		start_threads();
		break;
	case 'm': /* 8 MiB that nobody frees */
		memset(malloc(8 << 20), 1, 8 << 20);
		break;
	case 'p':
		for (int i = 0; i < 1000; i++) {
			puts("a line that nobody wants to read");
			fputs("nor this one\n", stderr);
		}
		break;
	case 'b':
		sink += branch(60);
		break;
	case 'r':
		sink += recurse(1);
		break;
	}
	return 0;
}
