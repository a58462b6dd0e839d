/* SPDX-License-Identifier: MIT
 * The shards of a plan and their results. Engines start work but do not tell what was
 * done: a task may run twice, die unseen, or end after its copy did. So an attempt at a
 * shard writes into a folder of its own, DIR/shards/PLAN/.attempt-..., which gets the
 * name DIR/shards/PLAN/K by one rename when it is whole. The first attempt wins. */
#ifndef RETREAD_CLI_SUITE_SHARD_H
#define RETREAD_CLI_SUITE_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/suite/plan.h"

struct arena;
struct error;

/* Reads "3/8", or with "auto" what a runner says in the environment. What says it to
 * the tests, too, is removed from there, or they would leave out parts of themselves.
 * Returns 0, or -1 with ERR filled. */
int shard_parse(
	const char *text, uint64_t *number, uint64_t *count, struct error *err);

/* DIR/shards/PLAN and DIR/shards/PLAN/NUMBER. Free them. */
char *shard_parent(const char *directory, const char *plan);
char *shard_folder(const char *directory, const char *plan, uint64_t number);

struct shard {
	char plan[PLAN_ID_BYTES];
	uint64_t number, count;
	uint64_t tests;
	char *folder;  /* that there will be */
	char *attempt; /* where the results are until then */
	bool is_done;  /* FOLDER is there already */
};

/* Makes the folder of an attempt, unless the shard is there. Returns 0, or -1 with
 * ERR filled. */
int shard_begin(struct shard *shard, const char *directory, struct error *err);
/* The results in the attempt's folder are whole: gives them their name.
 * shard->is_done says that another attempt was faster, whose results stay. */
int shard_publish(struct shard *shard, struct error *err);
/* Removes an attempt that came to nothing. */
void shard_release(struct shard *shard);

/* Which build of a program a test ran. */
struct shard_command {
	const char **word;
	size_t word_count;
	const char *build_id; /* NULL: it has none */
};

/* What shard.json, and the manifest beside it, say of published results. */
struct shard_record {
	const char *plan, *retread, *manifest;
	uint64_t number, count, tests;
	struct shard_command *command;
	size_t command_count;
};

/* Are the results in FOLDER those of shard NUMBER of PLAN, to the last byte? Returns
 * -1 and says why if not. Texts are in ARENA. */
int shard_read(struct shard_record *record, struct arena *arena,
	const char *folder, struct error *err);

#endif
