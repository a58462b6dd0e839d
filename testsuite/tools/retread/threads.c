/* SPDX-License-Identifier: MIT
 * Threads that end by returning, by pthread_exit, and by being cancelled. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static __attribute__((noinline)) long recurse(int depth)
{
	return depth ? 1 + recurse(depth - 1) : 0;
}

static void *work(void *argument)
{
	for (int i = 0; i < 50; i++) {
		pthread_mutex_lock(&lock);
		total += recurse(20);
		pthread_mutex_unlock(&lock);
	}
	if (argument)
		pthread_exit(NULL);
	return NULL;
}

static void *spin(void *argument)
{
	for (;;) {
		pthread_testcancel();
		recurse(3);
	}
	return argument;
}

int main(void)
{
	pthread_t thread[5];

	for (int round = 0; round < 2; round++) {
		for (long i = 0; i < 4; i++)
			pthread_create(&thread[i], NULL, work, (void *)(i % 2));
		pthread_create(&thread[4], NULL, spin, NULL);
		pthread_cancel(thread[4]);
		for (int i = 0; i < 5; i++)
			pthread_join(thread[i], NULL);
	}
	printf("%ld\n", total);
	return 0;
}
