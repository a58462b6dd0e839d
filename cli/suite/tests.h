/* SPDX-License-Identifier: MIT
 * Tests to be recorded: what `retread discover` finds and `retread record` runs. */
#ifndef RETREAD_CLI_SUITE_TESTS_H
#define RETREAD_CLI_SUITE_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;
struct json_at;

/* All NULL-ended lists. */
struct test {
	char **command;
	char *name;	 /* NULL: the base name of the command */
	char *directory; /* where it runs; NULL: here */
	char **environment; /* "NAME=VALUE" beyond ours, "NAME": not set; NULL: none */
	int skip_code; /* an exit code that says it was skipped; 0: none */
	bool should_fail;
	bool prints_tap; /* and its runner reads it */
	/* Regular expressions of which one must fit what it prints, or says that it
	 * failed or was skipped; NULL: none. */
	char **pass_patterns, **fail_patterns, **skip_patterns;
};

struct tests {
	struct test *test;
	size_t count;
	size_t capacity;
};

void tests_init(struct tests *tests);
void tests_release(struct tests *tests);

/* Adds a test, and keeps all that is in it. */
void tests_add(struct tests *tests, const struct test *test);
/* Frees what is in a test that was not added. */
void tests_forget(struct test *test);
/* The words of the array KEY of OBJECT, NULL if there is none; arguments_free_words
 * frees them. */
char **tests_read_words(const struct json_at *object, const char *key);

/* The name to call it by. Borrowed. */
const char *tests_name(const struct test *test);
/* Goes where TEST runs, with its variables, which are borrowed. Returns 0, or -1 with
 * errno set. */
int tests_enter(const struct test *test);
/* How many programs the tests are of. */
size_t tests_count_programs(const struct tests *tests);

/* Reads FILE: a file that tests_write has written, or a list of commands, one a
 * line. TESTS is empty before. Returns 0, or -1 with ERR filled. */
int tests_read(struct tests *tests, const char *file, struct error *err);
/* JSON with the schema retread-tests-1, see retread-discover(1). */
int tests_write(const struct tests *tests, const char *file, struct error *err);
int tests_print(const struct tests *tests, FILE *out, struct error *err);

#endif
