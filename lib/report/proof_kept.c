/* SPDX-License-Identifier: MIT
 * All proofs of one finding: the strongest in the folder itself, the others below. */
#include "config.h"

#include "lib/report/proof.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define OTHER "other" /* its folders are 1, 2, ... */

const char *const proof_evidence_names[] = {
	"not-shown", "bounded", "search", "fitted", "exact", NULL};

enum proof_evidence proof_evidence(const struct proof_result *proof)
{
	switch (proof->law.verdict) {
	case PROOF_NOT_SHOWN:
		return PROOF_BY_NOTHING;
	case PROOF_BOUNDED:
		return PROOF_BY_BOUND;
	case PROOF_GROWS:
		break;
	}
	if (proof->law.is_exact)
		return PROOF_BY_DIFFERENCES;
	return proof->is_searched ? PROOF_BY_SEARCH : PROOF_BY_FIT;
}

int proof_compare(const struct proof_result *a, const struct proof_result *b)
{
	if (a->is_steep != b->is_steep)
		return a->is_steep ? 1 : -1;
	return (int)proof_evidence(a) - (int)proof_evidence(b);
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Found in the same way, and said in the same words: found again. */
static bool proof_kept_is_same(
	const struct proof_result *a, const struct proof_result *b)
{
	return is_same_text(a->kind, b->kind) &&
	       is_same_text(a->law.sentence, b->law.sentence) &&
	       is_same_text(a->pattern, b->pattern);
}

static char *other_folder(const char *folder, size_t number)
{
	return memory_format("%s/" OTHER "/%zu", folder, number);
}

static bool proof_kept_is_there(const char *folder)
{
	char *path = memory_format("%s/proof.json", folder);
	bool result = access(path, F_OK) == 0;

	free(path);
	return result;
}

const struct proof_result *proof_read_other(
	struct arena *arena, const char *folder, size_t number)
{
	static const struct proof_result damaged = {
		.law = {.sentence = "a proof that cannot be read"}};
	char *path = other_folder(folder, number);
	const struct proof_result *proof = NULL;
	struct error err = {{0}};

	if (proof_kept_is_there(path)) {
		proof = proof_read(arena, path, &err);
		if (!proof)
			proof = &damaged;
	}
	free(path);
	return proof;
}

/* The number of what says the same as PROOF; else the first that is free. */
static size_t choose_number(
	const struct proof_result *proof, const char *folder)
{
	const struct proof_result *other;
	struct arena arena = {0};
	size_t number = 1;

	while ((other = proof_read_other(&arena, folder, number)) &&
		!proof_kept_is_same(proof, other))
		number++;
	arena_release(&arena);
	return number;
}

static char *make_other(
	const struct proof_result *proof, const char *folder, struct error *err)
{
	char *other = memory_format("%s/" OTHER, folder);
	char *path = other_folder(folder, choose_number(proof, folder));

	if (folders_make(other, err) != 0 || folders_make(path, err) != 0) {
		free(path);
		path = NULL;
	}
	free(other);
	return path;
}

/* Moves what belongs to a proof, and not what its prover goes on from. */
static int move_aside(
	const struct proof_result *proof, const char *folder, struct error *err)
{
	static const char *const part[] = {"inputs", "typical", "generate.sh",
		"points.csv", "fit.svg", "proof.json"};
	char *to = make_other(proof, folder, err);
	int result = to ? 0 : -1;

	for (size_t i = 0; result == 0 && i < sizeof part / sizeof part[0];
		i++) {
		char *old = memory_format("%s/%s", folder, part[i]);
		char *new = memory_format("%s/%s", to, part[i]);
		/* Of the same proof, which was moved there before. */
		if (rename(old, new) != 0 && errno != ENOENT &&
			errno != ENOTEMPTY && errno != EEXIST)
			result = error_set_errno(err, "%s", new);
		free(old);
		free(new);
	}
	free(to);
	return result;
}

char *proof_make_place(const struct proof_result *proof, const char *folder,
	const struct proof_result **stronger, struct arena *arena,
	struct error *err)
{
	struct error unread = {{0}};
	const struct proof_result *old =
		proof_kept_is_there(folder) ? proof_read(arena, folder, &unread)
					    : NULL;
	int order = old ? proof_compare(proof, old) : 0;

	*stronger = order < 0 ? old : NULL;
	if (order < 0)
		return make_other(proof, folder, err);
	if (old && !proof_kept_is_same(proof, old) &&
		move_aside(old, folder, err) != 0)
		return NULL;
	return memory_string_dup(folder);
}
