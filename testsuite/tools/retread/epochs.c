/* SPDX-License-Identifier: MIT
 * Memory that the kernel, another process, the allocator or another thread has
 * written. Each test ends in looks at single bytes; epochs.tap says what the last
 * write of each was. The argument is the number of threads that do it at once. */
#define _GNU_SOURCE
#include <retread.h>

#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __clang__
#define KEPT __attribute__((noinline))
#else
#define KEPT __attribute__((noipa))
#endif

/* The one instruction that looks. */
static KEPT int look(const char *p)
{
	int byte = 0;

	__asm__ volatile(".globl look_here\nlook_here: movb (%1), %b0"
			 : "+r"(byte)
			 : "r"(p)
			 : "memory");
	return byte;
}

static KEPT char *written(size_t bytes)
{
	char *p = malloc(bytes);

	memset(p, 1, bytes);
	return p;
}

static void send_bytes(int fd, size_t bytes)
{
	char data[64] = {7};

	if (write(fd, data, bytes) != (ssize_t)bytes)
		abort();
}

static KEPT void by_read(void)
{
	char *p = written(64);
	int ends[2];

	if (pipe(ends) != 0)
		abort();
	send_bytes(ends[1], 9);
	RETREAD_TEST_BEGIN("read");
	if (read(ends[0], p, 9) != 9)
		abort();
	look(p);
	look(p + 8);
	look(p + 9);
	RETREAD_TEST_END();
	close(ends[0]);
	close(ends[1]);
	free(p);
}

static KEPT void by_readv(void)
{
	char *p = written(64);
	struct iovec parts[2] = {{p + 1, 3}, {p + 33, 2}};
	int ends[2];

	if (pipe(ends) != 0)
		abort();
	send_bytes(ends[1], 5);
	RETREAD_TEST_BEGIN("readv");
	if (readv(ends[0], parts, 2) != 5)
		abort();
	look(p);
	look(p + 1);
	look(p + 3);
	look(p + 4);
	look(p + 33);
	look(p + 35);
	RETREAD_TEST_END();
	close(ends[0]);
	close(ends[1]);
	free(p);
}

static KEPT void by_sockets(void)
{
	char *p = written(64);
	struct iovec part = {p + 32, 4};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
		abort();
	send_bytes(ends[1], 6);
	send_bytes(ends[1], 4);
	RETREAD_TEST_BEGIN("recv");
	if (recv(ends[0], p, 20, 0) != 6)
		abort();
	look(p + 5);
	look(p + 6);
	RETREAD_TEST_BEGIN("recvmsg");
	if (recvmsg(ends[0], &message, 0) != 4)
		abort();
	look(p + 31);
	look(p + 35);
	look(p + 36);
	RETREAD_TEST_END();
	close(ends[0]);
	close(ends[1]);
	free(p);
}

/* A file, mapped twice at one place. */
static KEPT void by_mapping(void)
{
	int fd = memfd_create("retread", 0);
	char *p, *again;

	send_bytes(fd, 64);
	RETREAD_TEST_BEGIN("mmap");
	p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	p[5] = 1;
	look(p + 5);
	munmap(p, 4096);
	again = mmap(
		p, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE, fd, 0);
	if (again != p)
		abort();
	look(again + 5);
	RETREAD_TEST_END();
	munmap(again, 4096);
	close(fd);
}

/* It cannot grow where it is. */
static KEPT void by_moving_a_mapping(void)
{
	enum { MIB = 1 << 20, BYTES = 8 * MIB };
	char *p = mmap(NULL, BYTES + 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *moved;

	p[5] = 1;
	p[BYTES - 1] = 1;
	RETREAD_TEST_BEGIN("mremap");
	p[3 * MIB + 1] = 1;
	moved = mremap(p, BYTES, 2 * BYTES, MREMAP_MAYMOVE);
	if (moved == p || moved == MAP_FAILED)
		abort();
	look(moved + 5);
	look(moved + 3 * MIB + 1);
	look(moved + BYTES - 1);
	moved[BYTES] = 1;
	look(moved + BYTES);
	RETREAD_TEST_END();
	munmap(moved, 2 * BYTES);
	munmap(p + BYTES, 4096);
}

static KEPT void by_another_process(void)
{
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *mine = written(16);
	pid_t child;

	p[1] = 1;
	RETREAD_TEST_BEGIN("shared");
	look(p + 1);
	child = fork();
	if (child == 0) {
		p[1] = 2;
		_exit(0);
	}
	waitpid(child, NULL, 0);
	look(p + 1);
	look(mine);
	RETREAD_TEST_END();
	munmap(p, 4096);
	free(mine);
}

static KEPT void by_realloc(void)
{
	char *p = written(100), *moved;

	RETREAD_TEST_BEGIN("realloc");
	p = realloc(p, 60);
	look(p + 59);
	p[3] = 2;
	moved = realloc(p, 200000);
	look(moved + 3);
	look(moved + 59);
	look(moved + 60);
	RETREAD_TEST_END();
	free(moved);
}

/* A new block, or piece of a pool, at the address of an old one. */
static KEPT void by_reuse(void)
{
	static const size_t bytes = 48;
	char *p = written(bytes), *other[64];
	int at;

	RETREAD_TEST_BEGIN("reuse");
	look(p);
	free(p);
	/* Valgrind's allocator gives a freed block back soon. */
	for (at = 0; at < 64 && (other[at] = malloc(bytes)) != p; at++)
		;
	look(at < 64 ? p : other[0]);
	RETREAD_TEST_END();
	while (at >= 0) {
		if (at < 64)
			free(other[at]);
		at--;
	}
	p = written(256);
	VALGRIND_CREATE_MEMPOOL(p, 0, 0);
	RETREAD_TEST_BEGIN("pool");
	VALGRIND_MEMPOOL_ALLOC(p, p + 64, 32);
	look(p + 64);
	look(p + 95);
	look(p + 96);
	RETREAD_TEST_END();
	VALGRIND_DESTROY_MEMPOOL(p);
	free(p);
}

static KEPT void on_the_stack(int bytes)
{
	char *allocated = alloca(bytes);
	volatile char array[bytes];

	memset(allocated, 3, bytes);
	array[bytes - 1] = 3;
	look(allocated + bytes - 1);
	look((const char *)array + bytes - 1);
}

static KEPT void by_alloca(void)
{
	RETREAD_TEST_BEGIN("alloca");
	on_the_stack(40);
	on_the_stack(400);
	RETREAD_TEST_END();
}

static char *handed;

static void *write_handed(void *unused)
{
	handed[1] = 9;
	return unused;
}

static KEPT void by_another_thread(void)
{
	char *p = written(16);
	pthread_t thread;

	RETREAD_TEST_BEGIN("thread");
	look(p + 1);
	handed = p;
	if (pthread_create(&thread, NULL, write_handed, NULL) != 0)
		abort();
	pthread_join(thread, NULL);
	look(p + 1);
	look(p + 2);
	RETREAD_TEST_END();
	free(p);
}

static sem_t turn;

static void *run_all(void *unused)
{
	/* One test at a time, for the names of tests are the process's. */
	static void (*const tests[])(void) = {by_read, by_readv, by_sockets,
		by_mapping, by_moving_a_mapping, by_another_process, by_realloc,
		by_reuse, by_alloca, by_another_thread};

	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
		sem_wait(&turn);
		tests[i]();
		sem_post(&turn);
	}
	return unused;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t thread[8];

	sem_init(&turn, 0, 1);
	for (int i = 0; i < count; i++)
		if (pthread_create(&thread[i], NULL, run_all, NULL) != 0)
			abort();
	for (int i = 0; i < count; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
