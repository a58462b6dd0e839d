/* SPDX-License-Identifier: MIT
 * Tests of a build tree whose Makefile was written by hand: `make check`, or what it
 * calls so. */
#include "config.h"

#include "cli/record/discover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/memory.h"

/* The usual names, the first that there is. */
static const char *const target[] = {"check", "test", "tests"};
#define TARGETS (sizeof target / sizeof target[0])

/* Is LINE the rule for NAME, which it may share with others? */
static bool is_rule_for(const char *line, const char *name)
{
	const char *colon = strchr(line, ':');
	size_t length = strlen(name);

	if (!colon || colon[1] == '=' || *line == '\t' || *line == '.')
		return false;
	for (const char *at = line; at < colon; at += strspn(at, " \t")) {
		size_t word = strcspn(at, " \t:");
		if (word == length && strncmp(at, name, length) == 0)
			return true;
		at += word;
	}
	return false;
}

/* The first of the targets that has a rule in the file; NULL: none has. CMake's file
 * has one without a test, too. */
static const char *target_in(const char *path)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t bytes = 0, best = TARGETS;

	while (in && getline(&line, &bytes, in) >= 0) {
		if (strncmp(line, "# CMAKE", 7) == 0) {
			best = TARGETS;
			break;
		}
		for (size_t i = 0; i < best; i++)
			if (is_rule_for(line, target[i]))
				best = i;
	}
	if (in)
		fclose(in);
	free(line);
	return best < TARGETS ? target[best] : NULL;
}

/* Where make looks, in its order. */
static const char *discover_make_target_of(const char *directory)
{
	static const char *const file[] = {
		"GNUmakefile", "makefile", "Makefile"};
	const char *found = NULL;

	for (size_t i = 0; !found && i < sizeof file / sizeof file[0]; i++) {
		char *path = memory_format("%s/%s", directory, file[i]);
		found = target_in(path);
		free(path);
	}
	return found;
}

bool discover_has_make(const char *directory)
{
	return discover_make_target_of(directory) != NULL;
}

int discover_make(
	struct discovery *discovery, const char *directory, struct error *err)
{
	const char *name = discover_make_target_of(directory);
	struct arguments command = {0};
	struct test test = {.name = memory_format("make %s", name),
		.directory = realpath(directory, NULL)};

	(void)err;
	arguments_add(&command, "make");
	arguments_add(&command, name);
	test.command = arguments_detach(&command);
	discover_add(discovery, &test, &discovery->of_make);
	return 0;
}
