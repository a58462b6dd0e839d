/* SPDX-License-Identifier: MIT
 * Calls string functions; what each reads is asserted by strings.tap. With an
 * argument the text lies elsewhere: see move_text. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#include <retread.h>

/* A function of the program that has a famous name. */
__attribute__((noinline)) static size_t own_strlen(const char *s)
{
	size_t n = 0;

	while (s[n] != '\0')
		n++;
	return n;
}

static char original[64] = "one two three";
static char *text = original;
static char other[64] = "one TWO";
static volatile uintptr_t sink;

#define RUN(name, call)                                                        \
	do {                                                                   \
		RETREAD_TEST_BEGIN(name);                                      \
		sink = (uintptr_t)(call);                                      \
		RETREAD_TEST_END();                                            \
	} while (0)

/* Four runs, the second one backwards; the last does not end. */
__attribute__((noinline)) static int write_runs(volatile int *word)
{
	static const int count[] = {8, 4, 10, 5};

	for (int run = 0; run < 4; run++)
		for (int i = 0; i < count[run]; i++)
			word[run == 1 ? -i : i] = run;
	return word[0];
}

/* Numbers of 15 digits. */
__attribute__((noinline)) static int write_digits(volatile char *digit)
{
	for (int run = 0; run < 4; run++)
		for (int i = 0; i < 15; i++)
			digit[14 - i] = '0';
	return 0;
}

static char mixed[6400];

/* Writes BYTES bytes one by one, in no order, with a read before each, so that no
 * two have one stamp; in the middle, a string is written and read. */
static void fill_mixed(int bytes)
{
	static char middle[4];

	for (int i = 0; i < bytes; i++) {
		int at = i * 37 % bytes; /* visits all: 37 divides neither */
		if (i == bytes / 2) {
			((volatile char *)middle)[0] = 'm';
			RUN("mixed_middle", strlen(middle));
		}
		(void)((volatile char *)middle)[1];
		((volatile char *)mixed)[at] = at == bytes - 1 ? 0 : 'x';
	}
	RUN("mixed", strlen(mixed));
}

/* Reading of the text ends so many bytes before a page that may not be
 * read. */
static char *move_text(int bytes)
{
	enum { PAGE = 4096, READ = 40 };
	char *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *moved = pages + PAGE - READ - bytes;

	mprotect(pages + PAGE, PAGE, PROT_NONE);
	for (int i = 0; i < READ; i++)
		moved[i] = original[i];
	return moved;
}

int main(int argc, char **argv)
{
	static int words[32];
	static char cleared[64];
	int words_on_stack[32];
	char copy[64];

	if (argc > 1)
		text = move_text(atoi(argv[1]));
	RUN("strlen", strlen(text));
	RUN("strlen_odd", strlen(text + 5));
	RUN("strnlen", strnlen(text, 4));
	RUN("strchr", strchr(text, 't'));
	RUN("strchr_none", strchr(text, 'q'));
	RUN("strrchr", strrchr(text, 'o'));
	RUN("memchr", memchr(text, 'w', 40));
	RUN("memrchr", memrchr(text, 'w', 13));
	RUN("strspn", strspn(text, "one"));
	RUN("strcspn", strcspn(text, "tw"));
	RUN("strstr", strstr(text, "two"));
	RUN("strstr_twice", strstr("ababc", "abc"));
	RUN("strstr_none", strstr(text, "tree"));
	RUN("strstr_empty", strstr(text, ""));
	RUN("strcmp", strcmp(text, other));
	RUN("strncmp", strncmp(text, other, 2));
	RUN("strcasecmp", strcasecmp(text, other));
	RUN("memcmp", memcmp(text, other, 20));
	RUN("strcpy", strcpy(copy, text));
	RUN("strcat", strcat(copy, "!"));
	RUN("memcpy", memcpy(copy, text, 40));
	RUN("memset", memset(cleared, 0, sizeof cleared));
	RUN("memset_stack", memset(copy, 0, sizeof copy));
	RUN("own", own_strlen(text));
	RUN("run", write_runs(words + 8));
	RUN("run_stack", write_runs(words_on_stack + 8));
	RUN("run_digits", write_digits((volatile char *)words));
	/* 6 of the 14 bytes are new, then 8. */
	for (int i = 0; i < 6; i++)
		((volatile char *)text)[i] = 'x';
	RUN("six_new", strlen(text));
	for (int i = 6; i < 8; i++)
		((volatile char *)text)[i] = 'x';
	RUN("eight_new", strlen(text));
	fill_mixed(64);
	fill_mixed(6400);
	printf("%d\n", (int)own_strlen(copy));
	return 0;
}
