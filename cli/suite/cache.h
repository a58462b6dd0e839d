/* SPDX-License-Identifier: MIT
 * Results of tests by what they depend on. Two steps lead to an entry, as in ccache: a
 * key of what is known before a test runs (its command, options, environment) names a
 * folder; in it, each entry lists what its run read, with digests, and is good as long
 * as these are true. An entry is a folder named by the SHA-256 of its entry.json, which
 * has the digests of its other files: it appears by one rename, and what is damaged is
 * noticed. So any number of writers and readers, also on other hosts, need no lock. */
#ifndef RETREAD_CLI_SUITE_CACHE_H
#define RETREAD_CLI_SUITE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/arguments.h"
#include "lib/digest.h"
#include "lib/report/report.h"

struct arena;
struct error;
struct timespec;

/* Digests of files that were read already, in this process. */
struct cache_digests {
	void *tree;
};
void cache_digests_release(struct cache_digests *digests);
/* The build-id of the object file PATH, the SHA-256 of any other regular file, or "gone".
 * As long as DIGESTS, whose it is, unless the file changes. */
const char *cache_digest(struct cache_digests *digests, const char *path);

/* A file that a run depended on, or (below its folder) that it left. */
struct cache_file {
	const char *path, *digest;
};

struct cache_entry {
	const char *command; /* for people */
	struct report_test outcome;
	struct cache_file *input;
	size_t input_count;
	struct cache_file *file; /* PROGRAM/PID/NAME */
	size_t file_count;
	char *folder; /* of the entry; in the arena, too */
};

/* Looks in DIRECTORY for an entry of KEY that is good. Texts are in ARENA. */
bool cache_find(struct cache_entry *entry, struct arena *arena,
	const char *directory, const char key[DIGEST_HEX_BYTES],
	struct cache_digests *digests);
/* Copies the files of the folder NAME of ENTRY ("PROGRAM/PID") to TO, which is there.
 * Returns -1, and removes the entry, if they are not what they were. */
int cache_copy(
	const struct cache_entry *entry, const char *name, const char *to);

/* Keeps ENTRY, whose files are those in RESULTS: folders RECORD/PROGRAM/PID. Returns 0, or
 * -1 with ERR filled. */
int cache_keep(struct cache_entry *entry, const char *directory,
	const char key[DIGEST_HEX_BYTES], const struct arguments *results,
	struct error *err);

/* Reads the entry in FOLDER. False: it is damaged. Texts are in ARENA. */
bool cache_read(
	struct cache_entry *entry, struct arena *arena, const char *folder);

int64_t cache_time_ns(const struct timespec *time);
/* What the file system of the cache takes for now: other hosts may have set the times
 * there. Returns 0, or -1 with ERR filled. */
int cache_now(int64_t *now_ns, const char *directory, struct error *err);

/* An entry as a list has it. */
struct cache_kept {
	char *folder;
	uint64_t bytes;
	int64_t used_ns; /* by the clock of the file system */
};
struct cache_list {
	struct cache_kept *kept; /* the one that was used longest ago first */
	size_t count, capacity;
	uint64_t bytes;
	int64_t now_ns; /* by the same clock */
};
/* Returns 0, or -1 with ERR filled. */
int cache_list(
	struct cache_list *list, const char *directory, struct error *err);
void cache_list_release(struct cache_list *list);
/* Removes an entry: first its name, so that nobody finds half of it. */
void cache_remove(const char *directory, const char *folder);
/* Removes what writers left that were killed more than SECONDS before NOW_NS. */
void cache_clean(const char *directory, int64_t now_ns, uint64_t seconds);

#endif
