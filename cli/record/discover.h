/* SPDX-License-Identifier: MIT
 * Ways to find tests: what build systems know, and what programs say of
 * themselves. */
#ifndef RETREAD_CLI_RECORD_DISCOVER_H
#define RETREAD_CLI_RECORD_DISCOVER_H

#include "cli/suite/tests.h"

struct error;

struct discovery {
	struct tests tests;
	const char *scratch; /* a file to write to, ours */
	size_t of_ctest, of_meson, of_automake, of_make, of_gtest, of_catch,
		plain;
	size_t disabled; /* left out, as the build system does */
	size_t absent;	 /* left out: not built, or not to be run */
	bool by_name;	 /* TESTS is empty: programs that are called so */
};

/* ---- discover_moved.c ---- */

/* From where a build tree was configured to where it is. All NULL: it was not
 * moved. */
struct moved {
	char *old_build, *build;
	char *old_source, *source; /* NULL: still there */
};

/* DIRECTORY was configured as OLD_BUILD, with its sources in OLD_SOURCE; either may
 * be NULL. */
void moved_find(struct moved *moved, const char *directory,
	const char *old_build, const char *old_source);
void moved_release(struct moved *moved);
/* TEXT with paths as they are now. TEXT is freed, or returned. */
char *moved_fix(const struct moved *moved, char *text);
void moved_fix_test(const struct moved *moved, struct test *test);
/* Copies what CTest reads into the directory SHADOW, with paths as they are now. */
int moved_copy_cmake(
	const struct moved *moved, const char *shadow, struct error *err);

/* ---- discover_variables.c ---- */

/* ENVIRONMENT, which it frees, with CHANGES as ENVIRONMENT_MODIFICATION of CTest has
 * them, of its variables and of those around us. Either may be NULL. */
char **discover_modify(char **environment, char *const *changes);

/* ---- the others ---- */

/* The tests that the build tree DIRECTORY knows. Returns 0, or -1 with ERR
 * filled. */
int discover_ctest(
	struct discovery *discovery, const char *directory, struct error *err);
int discover_meson(
	struct discovery *discovery, const char *directory, struct error *err);
/* With those of its subdirectories. */
int discover_automake(
	struct discovery *discovery, const char *directory, struct error *err);

/* `make check`, or "test" or "tests", of a Makefile that no tool wrote. */
int discover_make(
	struct discovery *discovery, const char *directory, struct error *err);
bool discover_has_make(const char *directory);

/* What kind of build tree DIRECTORY is: the function above for it; NULL: none. */
typedef int discover_tree(struct discovery *, const char *, struct error *);
discover_tree *discover_tree_of(const char *directory);

/* Adds TEST, which it keeps, to KIND's tests; one for each test case of it if it
 * is a program of GoogleTest or Catch2 without arguments. */
void discover_add(struct discovery *discovery, struct test *test, size_t *kind);

/* Runs COMMAND (NULL-ended) in DIRECTORY (NULL: here) with INPUT (NULL: nothing)
 * as its standard input; what it prints goes to the scratch file. Returns 0 if it
 * ended with 0, else -1 with ERR filled. */
int discover_ask(const struct discovery *discovery, char *const *command,
	const char *directory, const char *input, struct error *err);

#endif
