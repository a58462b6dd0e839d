/* SPDX-License-Identifier: MIT
 * Shapes with the kernel, jumps, signals and threads. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shapes.h"

/* A buffer that read(2) fills repeatedly holds other data each time. */
SHAPE void read_into_buffer(int n)
{
	char *buffer = malloc(8);
	int ends[2];

	if (pipe(ends) != 0)
		abort();
	for (int i = 0; i < n; i++) {
		volatile char *at = buffer;
		if (write(ends[1], "abcdefg", 8) != 8 ||
			read(ends[0], buffer, 8) != 8)
			abort();
		for (int j = 0; j < 8; j++)
			sink += at[j];
	}
	close(ends[0]);
	close(ends[1]);
	free(buffer);
}

SHAPE void mapping_reuse(int n)
{
	for (int i = 0; i < n; i++) {
		volatile int *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (int j = 0; j < 8; j++)
			sink += at[j];
		munmap((void *)at, 4096);
	}
}

static __attribute__((noinline)) void find_or_jump(
	const struct node *list, int value, jmp_buf out)
{
	for (; list != NULL; list = list->next)
		if (list->value == value)
			longjmp(out, 1);
}

SHAPE void jump_out_of_scan(int n)
{
	struct node *list = make_list(n);
	volatile int i;

	for (i = 0; i < n; i++) {
		jmp_buf out;
		if (setjmp(out) == 0)
			find_or_jump(list, i, out);
	}
	free_list(list);
}

static struct node *scanned;

static void scan(int signal)
{
	(void)signal;
	for (volatile struct node *at = scanned; at != NULL; at = at->next)
		sink += at->value;
}

SHAPE void handler_scans(int n)
{
	scanned = make_list(n);
	signal(SIGUSR1, scan);
	for (int i = 0; i < n; i++)
		raise(SIGUSR1);
	free_list(scanned);
}

static void *scan_in_thread(void *data)
{
	int *n = data;
	struct node *list = make_list(*n);

	for (int i = 0; i < *n; i++)
		for (volatile struct node *at = list; at; at = at->next)
			__atomic_fetch_add(&sink, at->value, __ATOMIC_RELAXED);
	free_list(list);
	return NULL;
}

SHAPE void threads_scan(int n)
{
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread[i], NULL, scan_in_thread, &n) != 0)
			abort();
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}
