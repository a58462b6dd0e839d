/* SPDX-License-Identifier: MIT
 * Its test. */
#include "cfgtree.c"
#include <assert.h>
#include <stdio.h>

static void test_set_get(void **state)
{
	cfg_node *root = *state;
	cfg_set(root, "server.port", "8080");
	cfg_set(root, "server.host", "localhost");
	cfg_set(root, "log.level", "debug");
	assert(!strcmp(cfg_get(root, "server.port"), "8080"));
	assert(!strcmp(cfg_get(root, "log.level"), "debug"));
	assert(!cfg_get(root, "log.file"));
	cfg_set(root, "server.port", "9090");
	assert(!strcmp(cfg_get(root, "server.port"), "9090"));
}

static int setup(void **state)
{
	*state = calloc(1, sizeof(cfg_node));
	return 0;
}

static int teardown(void **state)
{
	cfg_node *root = *state;
	cfg_free(root->child);
	free(root);
	return 0;
}

int main(void)
{
	struct {
		const char *name;
		void (*run)(void **);
	} tests[] = {{"set_get", test_set_get}};
	for (size_t i = 0; i < 1; i++) {
		void *state = NULL;
		setup(&state);
		tests[i].run(&state);
		teardown(&state);
		printf("ok %zu - %s\n", i + 1, tests[i].name);
	}
	return 0;
}
