/* SPDX-License-Identifier: MIT
 * A program that nobody compiled for the fuzzer: `program PART [FILE]`. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static volatile int sink;
static unsigned char byte[64];
static size_t length;

APART static void first_step(void)
{
	sink++;
}
APART static void second_step(void)
{
	sink += 2;
}
APART static void last_step(void)
{
	abort();
}

/* Each byte that is right is a block further on. */
APART static void steps(void)
{
	if (length > 0 && byte[0] >= 'B') {
		first_step();
		if (length > 1 && byte[1] > 'T') {
			second_step();
			if (length > 2 && byte[2] & 1)
				last_step();
		}
	}
}

static void *work(void *unused)
{
	for (int i = 0; i < 1000; i++)
		steps();
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
	steps();
	if (number == SIGTRAP)
		puts("own trap");
}

/* Code runs while all signals are blocked, and SIGTRAP is the program's, too. */
APART static void with_signals(void)
{
	struct sigaction action = {.sa_handler = handle};
	sigset_t all;

	sigfillset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	signal(SIGTRAP, handle);
	raise(SIGUSR1);
	raise(SIGTRAP);
	__asm__ volatile("int3");
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	steps();
}

APART static void in_child(void)
{
	if (fork() == 0) {
		steps();
		_exit(0);
	}
	wait(NULL);
}

APART static void loaded(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);
	int (*function)(const unsigned char *, size_t) =
		(int (*)(const unsigned char *, size_t))dlsym(
			library, "LLVMFuzzerTestOneInput");

	function(byte, length);
}

/* A program that reads its own code must not be fuzzed. */
APART static void check_itself(void)
{
	const unsigned char *code = (const unsigned char *)steps;
	unsigned sum = 0;

	for (int i = 0; i < 64; i++)
		sum = sum * 31 + code[i];
	printf("%u\n", sum);
}

/* Data among code, of which a disassembler makes branches. */
__asm__(".text\n"
	"table: .byte 0x74, 0x02, 0x90, 0x90, 0x74, 0x02, 0x90, 0x90\n");
extern const unsigned char table[8] __attribute__((visibility("hidden")));

APART static void read_table(void)
{
	unsigned sum = 0;

	for (int i = 0; i < 8; i++)
		sum = sum * 31 + table[i];
	printf("%u\n", sum);
	steps();
}

/* Code that is made while the program runs, and made again: mov $N, %eax; ret. */
APART static void generated(void)
{
	unsigned char *code =
		mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (unsigned char i = 1; i < 4; i++) {
		unsigned char made[] = {0xb8, i, 0, 0, 0, 0xc3};
		memcpy(code, made, sizeof made);
		printf("%d\n", ((int (*)(void))code)());
	}
	steps();
}

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";
	FILE *in = argc > 2 ? fopen(argv[2], "r") : stdin;

	length = fread(byte, 1, sizeof byte, in);
	if (!strcmp(part, "steps"))
		steps();
	else if (!strcmp(part, "threads"))
		in_threads();
	else if (!strcmp(part, "signals"))
		with_signals();
	else if (!strcmp(part, "child"))
		in_child();
	else if (!strcmp(part, "loaded"))
		loaded(argv[3]);
	else if (!strcmp(part, "itself"))
		check_itself();
	else if (!strcmp(part, "table"))
		read_table();
	else if (!strcmp(part, "generated"))
		generated();
	printf("%d\n", sink > 0);
	return 0;
}
