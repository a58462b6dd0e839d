/* SPDX-License-Identifier: MIT
 * A program that nobody compiled for the fuzzer: `program PART [FILE]`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
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

/* The number that it returns is changed while the program runs, after which the code is
 * read-only again, with blocks in it that have not run. */
__asm__(".text\n.p2align 4\nchanged: mov $1, %eax\nret\n");
extern int changed(void) __attribute__((visibility("hidden")));

APART static void change_itself(void)
{
	uintptr_t page = (uintptr_t)changed & ~(uintptr_t)4095;
	volatile unsigned char *number = (volatile unsigned char *)changed + 1;

	for (unsigned char i = 2; i < 5; i++) {
		mprotect(
			(void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
		*number = i;
		mprotect((void *)page, 4096, PROT_READ | PROT_EXEC);
		printf("%d\n", changed());
	}
	steps();
}

/* A handler that only runs while all other signals are blocked. */
APART static void wait_for_signal(void)
{
	struct sigaction action = {.sa_handler = handle};
	struct timespec soon = {1, 0};
	sigset_t all, others;

	sigaction(SIGUSR1, &action, NULL);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	raise(SIGUSR1);
	others = all;
	sigdelset(&others, SIGUSR1);
	if (length % 2)
		sigsuspend(&others);
	else
		pselect(0, NULL, NULL, NULL, &soon, &others);
}

/* From here on nothing but reading, writing and returning from a handler is allowed:
 * with an even input by rules of its own, which allow to end by _exit, too. */
APART static void in_sandbox(void)
{
	struct sock_filter rule[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog rules = {sizeof rule / sizeof rule[0], rule};
	int has_rules = length % 2 == 0;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (has_rules)
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &rules);
	else
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	steps();
	if (write(STDOUT_FILENO, "sandbox\n", 8) != 8)
		return;
	if (has_rules)
		_exit(0);
	syscall(SYS_exit, 0);
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
	else if (!strcmp(part, "changed"))
		change_itself();
	else if (!strcmp(part, "suspended"))
		wait_for_signal();
	else if (!strcmp(part, "sandbox"))
		in_sandbox();
	printf("%d\n", sink > 0);
	return 0;
}
