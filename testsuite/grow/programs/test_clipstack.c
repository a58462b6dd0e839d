/* SPDX-License-Identifier: MIT
 * Tests in a table. */
#include "clipstack.c"
#include <stdio.h>

static int test_last_first(void)
{
	struct clips clips = {0};
	int wrong = 0;

	for (int i = 1; i <= 18; i++)
		clips_push(&clips, 3 * i);
	for (int i = 18; i >= 1; i--)
		wrong += clips_pop(&clips) != 3 * i;
	free(clips.clip);
	return wrong;
}

static int test_empty(void)
{
	struct clips clips = {0};

	return clips_pop(&clips) != -1;
}

static const struct {
	const char *name;
	int (*run)(void);
} tests[] = {{"last first", test_last_first}, {"empty", test_empty}};

int main(void)
{
	int failed = 0;

	for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		int wrong = tests[i].run();
		printf("%s %s\n", wrong ? "not ok" : "ok", tests[i].name);
		failed += wrong != 0;
	}
	return failed;
}
