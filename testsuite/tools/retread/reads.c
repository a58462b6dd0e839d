/* SPDX-License-Identifier: MIT
 * Reads through pointers, an array, and its own stack, with and without being
 * recorded. */
#include <retread.h>
#include <stdlib.h>

/* A function whose arguments and result stay as they are written. */
#ifdef __clang__
#define KEPT __attribute__((noinline))
#else
#define KEPT __attribute__((noipa))
#endif

struct node {
	struct node *next;
	long value;
	unsigned char flag;
};

static struct node *global;
static long table[16];

static KEPT long follow(struct node *n)
{
	return n->next->value;
}

static KEPT long look_up(long *array, long index)
{
	return array[index];
}

static KEPT long by_global(void)
{
	return global->value;
}

static KEPT int by_flag(struct node *n)
{
	return n->flag;
}

/* Two at a time, as compilers copy the first and the last pointer of a container. */
typedef long pair __attribute__((vector_size(16)));

static KEPT void copy(pair *to, const pair *from)
{
	*to = *from;
}

/* Reads only what it wrote itself. */
static KEPT long own(long x)
{
	volatile long mine[4] = {x, x, x, x};

	return mine[0] + mine[3];
}

/* Reads what its caller wrote. */
static KEPT long of_caller(volatile long *theirs)
{
	return *theirs;
}

static pair pairs[2] = {{0x1234, 0x5678}};

int main(void)
{
	struct node *list = calloc(2, sizeof *list);
	volatile long mine = 5;
	long sum = 0;

	list[0].next = &list[1];
	global = list;
	RETREAD_TEST_BEGIN("reads");
	sum += follow(list) + look_up(table, 3) + by_global() + by_flag(list);
	RETREAD_TEST_BEGIN("own");
	sum += own(sum);
	RETREAD_TEST_BEGIN("caller");
	sum += of_caller(&mine);
	RETREAD_RECORD_OFF();
	RETREAD_TEST_BEGIN("off");
	for (int i = 0; i < 100; i++)
		sum += follow(list);
	RETREAD_TEST_BEGIN("on");
	RETREAD_RECORD_ON();
	sum += follow(list);
	RETREAD_TEST_BEGIN("pair");
	copy(&pairs[1], &pairs[0]);
	RETREAD_TEST_END();
	return sum == 12345;
}
