/* SPDX-License-Identifier: MIT
 * Coverage of shared libraries as they are, for programs other than the fuzzer. */
#include "config.h"

#include "fuzz-perf/breakpoints/bpcov.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/breakpoints/traps.h"

#define PATH_BYTES 4096

extern char **environ;

struct bpcov {
	struct traps traps;
	struct sigaction before;
	uint8_t *is_hit; /* by block, since it was armed */
	uint32_t *hit;	 /* since they were taken */
	uint32_t hits;
};

/* What the handler of SIGTRAP works on. */
static struct bpcov *current;

/*--- traps ---*/

static void bpcov_pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *before = &current->before;

	if (before->sa_flags & SA_SIGINFO) {
		before->sa_sigaction(number, info, context);
	} else if (before->sa_handler == SIG_DFL) {
		sigaction(SIGTRAP, before, NULL);
		raise(SIGTRAP);
	} else if (before->sa_handler != SIG_IGN) {
		before->sa_handler(number);
	}
}

static void bpcov_take_trap(int number, siginfo_t *info, void *context)
{
	uint32_t block = traps_take_signal(&current->traps, info, context);

	if (block == TRAPS_NONE)
		bpcov_pass_on(number, info, context);
	else if (!__atomic_exchange_n(
			 &current->is_hit[block], 1, __ATOMIC_RELAXED))
		current->hit[__atomic_fetch_add(
			&current->hits, 1, __ATOMIC_RELAXED)] = block;
}

/*--- lists ---*/

/* Has LISTER print the name of the list for PATH into LIST. */
static bool bpcov_find_list(const char *lister, const char *path, char *list)
{
	char *words[] = {(char *)lister, (char *)"--list", (char *)"--",
		(char *)path, NULL};
	posix_spawn_file_actions_t actions;
	int ends[2], status = -1;
	ssize_t length = 0, got = 1;
	pid_t child;

	if (pipe(ends))
		return false;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addclose(&actions, ends[0]);
	if (posix_spawn(&child, lister, &actions, NULL, words, environ))
		child = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	while (child > 0 && got > 0 && length < PATH_BYTES - 1) {
		got = read(ends[0], list + length,
			(size_t)(PATH_BYTES - 1 - length));
		length += got > 0 ? got : 0;
	}
	close(ends[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	list[length] = '\0';
	list[strcspn(list, "\n")] = '\0';
	return child > 0 && WIFEXITED(status) && !WEXITSTATUS(status) && *list;
}

static bool bpcov_add(struct bpcov *coverage, const char *lister,
	const char *path, char *why, size_t size)
{
	char list[PATH_BYTES];
	const char *about, *reason;

	if (!bpcov_find_list(lister, path, list)) {
		snprintf(why, size,
			"%s: %s cannot find its blocks; run it with --list to "
			"see why",
			path, lister);
		return false;
	}
	reason = traps_add(&coverage->traps, list, &about);
	if (reason)
		snprintf(why, size, "%s: %s", about, reason);
	return !reason;
}

/*--- the library ---*/

static bool take_traps(struct bpcov *coverage)
{
	struct sigaction ours = {.sa_sigaction = bpcov_take_trap,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	size_t blocks = coverage->traps.blocks;

	coverage->is_hit = calloc(blocks + 1, sizeof *coverage->is_hit);
	coverage->hit = calloc(blocks + 1, sizeof *coverage->hit);
	sigemptyset(&ours.sa_mask);
	if (!coverage->is_hit || !coverage->hit)
		return false;
	current = coverage;
	return !sigaction(SIGTRAP, &ours, &coverage->before);
}

struct bpcov *bpcov_new(const char *const *paths, size_t count,
	const char *lister, char *why, size_t size)
{
	struct bpcov *coverage = current ? NULL : calloc(1, sizeof *coverage);

	if (!coverage) {
		snprintf(why, size,
			current ? "this process has one already"
				: "out of memory");
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		if (!bpcov_add(coverage,
			    lister ? lister : PKGLIBEXECDIR "/retread-watch",
			    paths[i], why, size)) {
			free(coverage);
			return NULL;
		}
	if (!take_traps(coverage)) {
		snprintf(why, size, "out of memory");
		bpcov_free(coverage);
		return NULL;
	}
	bpcov_arm(coverage);
	return coverage;
}

void bpcov_free(struct bpcov *coverage)
{
	if (!coverage)
		return;
	if (current == coverage) {
		for (uint32_t i = 0; i < coverage->traps.blocks; i++)
			traps_disarm(&coverage->traps, i);
		sigaction(SIGTRAP, &coverage->before, NULL);
		current = NULL;
	}
	free(coverage->is_hit);
	free(coverage->hit);
	free(coverage);
}

size_t bpcov_blocks(const struct bpcov *coverage)
{
	return coverage->traps.blocks;
}

size_t bpcov_take_new(struct bpcov *coverage, uint32_t *block, size_t most)
{
	uint32_t hits =
		__atomic_exchange_n(&coverage->hits, 0, __ATOMIC_RELAXED);

	for (uint32_t i = 0; i < hits && i < most; i++)
		block[i] = coverage->hit[i];
	return hits;
}

void bpcov_arm(struct bpcov *coverage)
{
	coverage->hits = 0;
	memset(coverage->is_hit, 0, coverage->traps.blocks);
	for (uint32_t i = 0; i < coverage->traps.objects; i++)
		traps_arm(&coverage->traps.object[i]);
}

void bpcov_keep(struct bpcov *coverage, const void *start, const void *end)
{
	for (uint32_t i = 0; i < coverage->traps.blocks; i++)
		traps_disarm(&coverage->traps, i);
	traps_keep(&coverage->traps, (uintptr_t)start, (uintptr_t)end);
	bpcov_arm(coverage);
}

void bpcov_forget(struct bpcov *coverage, const uint32_t *block, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (block[i] < coverage->traps.blocks)
			traps_disarm(&coverage->traps, block[i]);
}

int bpcov_describe(const struct bpcov *coverage, uint32_t block,
	const char **path, uint64_t *address)
{
	const struct traps_object *object;

	if (block >= coverage->traps.blocks)
		return -1;
	object = traps_object_of(&coverage->traps, block);
	*path = object->path;
	*address = object->address[block - object->first];
	return 0;
}
