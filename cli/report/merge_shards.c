/* SPDX-License-Identifier: MIT
 * Merges the shards of a plan. The plan says what there must be: what is missing,
 * damaged, or of another build is named, and nothing else is believed. */
#include "config.h"

#include "cli/report/merge_shards.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/report/map.h"
#include "cli/results.h"
#include "cli/suite/plan.h"
#include "cli/suite/shard.h"
#include "lib/memory.h"
#include "lib/report/report.h"

/* A program that a shard has run. */
struct build {
	const char *program, *id;
	uint64_t shard;
};

struct merging {
	const struct merge_shards *options;
	struct report *report;
	struct arena arena;
	struct plan plan;
	char id[PLAN_ID_BYTES];
	bool *is_missing; /* of each shard, from index 0 on */
	size_t missing_count;
	const char *retread; /* version that recorded the first one */
	struct build *build;
	size_t build_count, build_capacity;
};

/* The folder of shard NUMBER below the first of the roots that has it. Free it; NULL:
 * none has. */
static char *merge_shards_find_folder(
	const struct merging *merging, uint64_t number)
{
	const struct merge_shards *options = merging->options;

	for (size_t i = 0; i < options->root_count; i++) {
		char *folder =
			shard_folder(options->root[i], merging->id, number);
		if (access(folder, F_OK) == 0)
			return folder;
		free(folder);
	}
	return NULL;
}

/* Is RECORD of this plan, and of the version that the others are of? */
static int merge_shards_check_record(struct merging *merging,
	const struct shard_record *record, uint64_t number, struct error *err)
{
	if (strcmp(record->plan, merging->id) != 0 ||
		record->number != number ||
		record->count != merging->plan.shards)
		return error_set(err,
			"is shard %" PRIu64 " of %" PRIu64 " of plan %s",
			record->number, record->count, record->plan);
	if (merging->retread && strcmp(merging->retread, record->retread) != 0)
		return error_set(err,
			"was recorded by retread %s, others by %s",
			record->retread, merging->retread);
	merging->retread = record->retread;
	return 0;
}

static void keep_builds(
	struct merging *merging, const struct shard_record *record)
{
	for (size_t i = 0; i < record->command_count; i++) {
		const struct shard_command *command = &record->command[i];
		if (!command->build_id || command->word_count == 0)
			continue;
		merging->build = memory_grow(merging->build,
			&merging->build_capacity, merging->build_count + 1,
			sizeof *merging->build);
		merging->build[merging->build_count++] = (struct build){
			map_path(&merging->arena, command->word[0],
				merging->options->map),
			command->build_id, record->number};
	}
}

/* Adds the results in FOLDER to the report. */
static int load_shard(struct merging *merging, const char *folder,
	uint64_t number, struct error *err)
{
	struct shard_record record = {.number = 0};
	struct report one;
	int result;

	if (shard_read(&record, &merging->arena, folder, err) != 0)
		return -1;
	if (merge_shards_check_record(merging, &record, number, err) != 0)
		return error_add_context(err, "%s", folder);
	report_init(&one);
	result = results_load(&one, folder, err);
	if (result == 0) {
		keep_builds(merging, &record);
		map_report(merging->options->map, &one);
		report_merge(merging->report, &one);
	}
	report_release(&one);
	return result;
}

/* What cannot be read is missing. */
static void load_shards(struct merging *merging)
{
	for (uint64_t k = 1; k <= merging->plan.shards; k++) {
		char *folder = merge_shards_find_folder(merging, k);
		struct error err = {{0}};
		if (folder && load_shard(merging, folder, k, &err) == 0)
			goto next;
		if (folder) {
			printf(" left out  shard %" PRIu64 ": ", k);
			cli_print_clean(stdout, err.text);
			putchar('\n');
		}
		merging->is_missing[k - 1] = true;
		merging->missing_count++;
	next:
		free(folder);
	}
}

static int compare_builds(const void *left, const void *right)
{
	const struct build *a = left, *b = right;

	return strcmp(a->program, b->program)
		       ?: (a->shard > b->shard) - (a->shard < b->shard);
}

/* Growth and numbers of two builds of a program are of two programs. */
static int check_builds(struct merging *merging, struct error *err)
{
	struct build *build = merging->build;

	if (merging->build_count > 0)
		qsort(build, merging->build_count, sizeof *build,
			compare_builds);
	for (size_t i = 1; i < merging->build_count; i++)
		if (!strcmp(build[i - 1].program, build[i].program) &&
			strcmp(build[i - 1].id, build[i].id) != 0)
			return error_set(err,
				"shards %" PRIu64 " and %" PRIu64
				" ran two builds of %s (%.12s and %.12s)",
				build[i - 1].shard, build[i].shard,
				build[i].program, build[i - 1].id, build[i].id);
	return 0;
}

/* Names what no shard tells, here and in the report. */
static void name_missing(const struct merging *merging)
{
	size_t tests = 0;
	uint64_t shard = 0; /* one that is missing */

	for (size_t i = 0; i < merging->plan.test_count; i++) {
		const struct plan_test *test = &merging->plan.test[i];
		char why[64];
		if (!merging->is_missing[test->shard - 1])
			continue;
		tests++;
		shard = test->shard;
		snprintf(why, sizeof why, "shard %" PRIu64 " is missing",
			test->shard);
		report_add_test(merging->report,
			&(struct report_test){.name = test->name,
				.outcome = REPORT_NOT_STARTED,
				.why = why,
				.exit_code = -1});
		fputs(" missing   ", stdout);
		cli_print_clean(stdout, test->name);
		printf(" (shard %" PRIu64 ")\n", test->shard);
	}
	if (merging->missing_count == 0)
		return;
	printf("retread: %zu of %" PRIu64 " shards with %zu test%s are "
	       "missing, the first: retread record --plan %s --shard "
	       "%" PRIu64 "/%" PRIu64 "\nnext: retread submit --missing "
	       "--plan %s\n",
		merging->missing_count, merging->plan.shards, tests,
		cli_plural(tests), merging->options->plan, shard,
		merging->plan.shards, merging->options->plan);
}

int merge_shards(const struct merge_shards *options, struct report *report,
	size_t *missing, struct error *err)
{
	struct merging merging = {.options = options, .report = report};
	int result =
		plan_read(&merging.plan, &merging.arena, options->plan, err);

	if (result == 0)
		result = plan_identify(merging.id, options->plan, err);
	if (result == 0) {
		merging.is_missing = arena_alloc_zero(&merging.arena,
			merging.plan.shards, sizeof *merging.is_missing);
		load_shards(&merging);
	}
	if (result == 0)
		result = check_builds(&merging, err);
	if (result == 0)
		name_missing(&merging);
	*missing = merging.missing_count;
	free(merging.build);
	arena_release(&merging.arena);
	return result;
}
