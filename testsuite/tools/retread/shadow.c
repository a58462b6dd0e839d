/* SPDX-License-Identifier: MIT
 * Writes and reads a buffer at random, with every size and alignment, and says
 * which step wrote each read's newest byte. Step K begins with a read of
 * marks[K], so the trace tells the steps apart. The argument is the buffer's
 * offset in a MiB. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 4000, SPAN = 160 };

static volatile char marks[STEPS + 1];
static int last_written[SPAN];
static const int sizes[] = {1, 2, 4, 8, 16};

static __attribute__((noinline)) void store(void *p, int bytes)
{
	switch (bytes) {
	case 1:
		__asm__ volatile("movb $1, (%0)" : : "r"(p) : "memory");
		break;
	case 2:
		__asm__ volatile("movw $1, (%0)" : : "r"(p) : "memory");
		break;
	case 4:
		__asm__ volatile("movl $1, (%0)" : : "r"(p) : "memory");
		break;
	case 8:
		__asm__ volatile("movq $1, (%0)" : : "r"(p) : "memory");
		break;
	case 16:
		__asm__ volatile("movups %%xmm0, (%0)" : : "r"(p) : "memory");
		break;
	}
}

static __attribute__((noinline)) void load(void *p, int bytes)
{
	switch (bytes) {
	case 1:
		__asm__ volatile("movb (%0), %%al" : : "r"(p) : "rax");
		break;
	case 2:
		__asm__ volatile("movw (%0), %%ax" : : "r"(p) : "rax");
		break;
	case 4:
		__asm__ volatile("movl (%0), %%eax" : : "r"(p) : "rax");
		break;
	case 8:
		__asm__ volatile("movq (%0), %%rax" : : "r"(p) : "rax");
		break;
	case 16:
		__asm__ volatile("movups (%0), %%xmm0" : : "r"(p) : "xmm0");
		break;
	}
}

struct expectation {
	unsigned char *address;
	int step, writer;
};

static struct expectation expected[STEPS];
static int expectations;

static void step(unsigned char *buffer, int number)
{
	int bytes = sizes[rand() % 5];
	int offset = rand() % (SPAN - bytes);
	int newest = -1;

	if (rand() % 3)
		offset &= ~(bytes - 1);
	(void)marks[number];
	if (rand() % 2) {
		store(buffer + offset, bytes);
		for (int i = 0; i < bytes; i++)
			last_written[offset + i] = number;
		return;
	}
	load(buffer + offset, bytes);
	for (int i = 0; i < bytes; i++)
		if (last_written[offset + i] > newest)
			newest = last_written[offset + i];
	expected[expectations++] =
		(struct expectation){buffer + offset, number, newest};
}

int main(int argc, char **argv)
{
	uintptr_t mib = ((uintptr_t)malloc(3 << 20) + 0xfffff) & ~0xfffffUL;
	unsigned char *buffer =
		(unsigned char *)mib + strtoul(argv[1], NULL, 0);

	for (int i = 0; i < SPAN; i++)
		last_written[i] = -1;
	for (int i = 0; i < STEPS; i++)
		step(buffer, i);
	for (int i = 0; i <= STEPS; i++)
		printf("mark %d %p\n", i, (void *)&marks[i]);
	for (int i = 0; i < expectations; i++)
		printf("read %d %p %d\n", expected[i].step,
			(void *)expected[i].address, expected[i].writer);
	return 0;
}
