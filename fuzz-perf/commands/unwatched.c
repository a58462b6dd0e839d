/* SPDX-License-Identifier: MIT
 * Counts a program's branches by the object that they are in. */
#include "config.h"

#include "fuzz-perf/commands/unwatched.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/grow/count.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/words.h"

#define INPUT_PATH   "/proc/self/fd/0"
#define BRANCHES_MIN 10000 /* of a library: starting one needs some, too */
#define MEMORY_BYTES (4ull << 30)

/* Whether PATH is the C library or the dynamic linker, which cannot be watched. */
static bool cannot_be_watched(const char *path)
{
	const char *name = words_base_name(path);

	return !*path || !strncmp(name, "libc.so", 7) ||
	       !strncmp(name, "ld-linux", 8);
}

static bool unwatched_is_library(char *const *line, const char *path)
{
	char *const *program = choice_program_words(line);

	for (char *const *word = line; word < program; word++)
		if (!strcmp(*word, "--object") &&
			!fnmatch(words_base_name(word[1]),
				words_base_name(path), 0))
			return false;
	return strstr(words_base_name(path), ".so") != NULL;
}

/* The number of branches that COUNTS has of each object; free it. */
static uint64_t *add_up_branches(const struct counts *counts)
{
	uint64_t *branches =
		memory_alloc_zero(counts->object_count, sizeof *branches);

	for (size_t i = 0; i < counts->edge_count; i++)
		if (counts->edge[i]->kind != SNAP_KINDS)
			branches[counts->edge[i]->from_object] +=
				counts->edge[i]->count[0];
	return branches;
}

static char *find_busiest(
	const struct counts *counts, char *const *line, unsigned *percent)
{
	uint64_t *branches = add_up_branches(counts);
	uint64_t all = 0;
	size_t busiest = 0;

	for (size_t i = 0; i < counts->object_count; i++) {
		if (cannot_be_watched(counts->object[i]))
			continue;
		all += branches[i];
		if (!busiest || branches[i] > branches[busiest])
			busiest = i;
	}
	char *name = NULL;
	if (busiest && branches[busiest] >= BRANCHES_MIN &&
		branches[busiest] > all / 2 &&
		unwatched_is_library(line, counts->object[busiest])) {
		*percent = (unsigned)(100 * branches[busiest] / all);
		name = memory_string_dup(
			words_base_name(counts->object[busiest]));
	}
	free(branches);
	return name;
}

char *unwatched_find(
	char *const *line, const char *input, double seconds, unsigned *percent)
{
	const struct count_limits limits = {.input = input,
		.is_here = true,
		.seconds = seconds,
		.memory_bytes = MEMORY_BYTES};
	struct arguments words = {0};
	struct error err = {0};
	struct counts counts;
	char *directory = folders_make_temporary(&err), *name = NULL;

	if (!directory)
		return NULL;
	counts_init(&counts);
	for (char *const *word = choice_program_words(line); *word; word++)
		arguments_add(&words, strcmp(*word, "@@") ? *word : INPUT_PATH);
	if (!counts_run(&counts, words.word, NULL, directory, &limits, &err))
		name = find_busiest(&counts, line, percent);
	counts_release(&counts);
	arguments_release(&words);
	folders_remove(directory);
	free(directory);
	return name;
}
