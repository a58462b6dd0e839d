/* SPDX-License-Identifier: MIT
 * Reads of which a live analyzer gets numbers: a field that does not change
 * and is asked for again and again, and bytes that are read from one end to the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 100

static __attribute__((noinline)) int ask(const volatile int *field)
{
	int sum = 0;

	for (int i = 0; i < ROUNDS; i++)
		sum += *field;
	return sum;
}

static __attribute__((noinline)) int change(volatile int *field)
{
	int sum = 0;

	for (int i = 0; i < ROUNDS; i++)
		*field = sum += *field;
	return sum;
}

/* Between two reads of the field stands one of the table, in the same line. */
static __attribute__((noinline)) int compare(
	const volatile int *field, const volatile int *table)
{
	int sum = 0;

	for (int i = 0; i < ROUNDS; i++)
		sum += *field > table[3 * i % 64];
	return sum;
}

static __attribute__((noinline)) unsigned scan(const volatile char *text)
{
	unsigned sum = 0;

	for (int i = 0; i < ROUNDS; i++)
		sum = 31 * sum + text[i];
	return sum;
}

/* Data that is read once, in short calls: nothing comes of it. */
static __attribute__((noinline)) int use(const volatile int *data, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++)
		sum += data[2 * i + (data[2 * i] & 1)];
	return sum;
}

struct node {
	struct node *next;
	int value;
};

static __attribute__((noinline)) int walk(const struct node *node)
{
	int sum = 0;

	for (; node; node = node->next)
		sum += node->value;
	return sum;
}

#define CHUNK  200
#define CHUNKS 1000

static __attribute__((noinline)) int use_all(
	const int *data, const struct node *list)
{
	int sum = 0;

	for (int i = 0; i < CHUNKS; i++) {
		sum += use(data + 2 * i * CHUNK, CHUNK);
		if (i % 50 == 0)
			sum += walk(list);
	}
	return sum;
}

static int use_once(void)
{
	int *data = calloc(2 * CHUNK * CHUNKS + 2, sizeof *data);
	struct node *list = NULL;

	for (int i = 0; i < 40; i++) {
		struct node *node = malloc(sizeof *node);
		*node = (struct node){list, i};
		list = node;
	}
	printf("%d\n", use_all(data, list));
	return 0;
}

int main(int argc, char **argv)
{
	int *field = malloc(sizeof *field), *table = calloc(64, sizeof *table);
	char *text = malloc(ROUNDS);

	(void)argv;
	if (argc > 1)
		return use_once();
	*field = 3;
	memset(text, 'x', ROUNDS);
	printf("%d %u %d\n", ask(field), scan(text),
		change(field) + compare(field, table));
	return 0;
}
