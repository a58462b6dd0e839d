/* SPDX-License-Identifier: MIT
 * Branches whose counts are known: `edges PART`. Functions are not inlined. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "retread_snap.h"

#define APART __attribute__((noinline, noclone))

static volatile long sink;

APART static void leaf(void)
{
	sink++;
}

/* Odd ones twice: 1500 calls of leaf for 1000. */
APART static void count(long rounds)
{
	for (long i = 0; i < rounds; i++) {
		leaf();
		if (i & 1)
			leaf();
	}
}

APART static long recurse(long depth)
{
	return depth == 0 ? 0 : 1 + recurse(depth - 1);
}

APART static void first(void)
{
	sink += 1;
}
APART static void second(void)
{
	sink += 2;
}
APART static void third(void)
{
	sink += 3;
}
/* More ways than the tool keeps for one branch. */
/* clang-format off */
#define TARGET(n) APART static void target_##n(void) { sink += n; }
TARGET(0) TARGET(1) TARGET(2) TARGET(3) TARGET(4) TARGET(5) TARGET(6)
TARGET(7) TARGET(8) TARGET(9) TARGET(10) TARGET(11) TARGET(12)
	/* clang-format on */

	APART static void through_pointers(void)
{
	static void (*const few[])(void) = {first, second, third};
	static void (*const many[])(void) = {target_0, target_1, target_2,
		target_3, target_4, target_5, target_6, target_7, target_8,
		target_9, target_10, target_11, target_12};

	for (int i = 0; i < 600; i++)
		few[i % 3]();
	for (int i = 0; i < 1300; i++)
		many[i % 13]();
}

APART static void copy(void)
{
	char from[500] = {1}, to[500];
	void *source = from, *target = to;
	unsigned long bytes = sizeof from;

	__asm__ volatile("rep movsb"
			 : "+S"(source), "+D"(target), "+c"(bytes)
			 :
			 : "memory");
	sink += to[0];
}

static void *work(void *unused)
{
	count(1000);
	return unused;
}

APART static void in_threads(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
}

static void handle(int number)
{
	(void)number;
	leaf();
}

APART static void with_signals(void)
{
	signal(SIGUSR1, handle);
	for (int i = 0; i < 50; i++)
		raise(SIGUSR1);
}

APART static void toggled(void)
{
	count(10);
	SNAP_OFF();
	count(1000);
	SNAP_ON();
	count(100);
}

APART static void reset(void)
{
	count(1000);
	SNAP_RESET();
	count(10);
}

APART static void reset_often(void)
{
	for (int i = 0; i < 100; i++) {
		SNAP_RESET();
		leaf();
	}
}

APART static void in_child(void)
{
	if (fork() == 0) {
		count(100);
		_exit(0);
	}
	wait(NULL);
	count(10);
}

/* The same object twice, perhaps at another address. */
APART static void loaded(const char *path)
{
	for (int i = 0; i < 2; i++) {
		void *object = dlopen(path, RTLD_NOW);
		void (*each)(long) =
			(void (*)(long))dlsym(object, "object_count");
		each(25);
		dlclose(object);
	}
}

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";

	if (!strcmp(part, "count"))
		count(1000);
	else if (!strcmp(part, "recurse"))
		recurse(200);
	else if (!strcmp(part, "pointers"))
		through_pointers();
	else if (!strcmp(part, "copy"))
		copy();
	else if (!strcmp(part, "threads"))
		in_threads();
	else if (!strcmp(part, "signals"))
		with_signals();
	else if (!strcmp(part, "toggled"))
		toggled();
	else if (!strcmp(part, "reset"))
		reset();
	else if (!strcmp(part, "reset-often"))
		reset_often();
	else if (!strcmp(part, "child"))
		in_child();
	else if (!strcmp(part, "loaded"))
		loaded(argv[2]);
	else if (!strcmp(part, "fail"))
		return 7;
	else if (!strcmp(part, "die"))
		abort();
	return 0;
}
