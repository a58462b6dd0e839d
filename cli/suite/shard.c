/* SPDX-License-Identifier: MIT
 * Shards of a plan: which one is meant, and how its results get their name. */
#include "config.h"

#include "cli/suite/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/digest.h"
#include "lib/folders.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/rows.h"

/*--- which one ---*/

/* What runners say, in the order in which it is looked for. */
static const struct runner {
	const char *number, *count;
	uint64_t first;
} runners[] = {
	{"TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0}, /* Bazel */
	{"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
	{"CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
	{"BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
	{"CI_NODE_INDEX", "CI_NODE_TOTAL", 1}, /* GitLab */
};

static int shard_parse_number(const char *text, uint64_t *number,
	const char **end, const char *what, struct error *err)
{
	char *after;

	errno = 0;
	*number = strtoull(text, &after, 10);
	*end = after;
	if (*text < '0' || *text > '9' || errno != 0 ||
		*number > PLAN_SHARDS_MAX)
		return error_set(err, "%s: \"%s\" is not a number of a shard",
			what, text);
	return 0;
}

/* What RUNNER says; *IS_THERE if it does. */
static int shard_ask(const struct runner *runner, bool *is_there,
	uint64_t *number, uint64_t *count, struct error *err)
{
	const char *number_text = getenv(runner->number);
	const char *count_text = getenv(runner->count);
	const char *end_number, *end_count;

	*is_there = number_text || count_text;
	if (!*is_there)
		return 0;
	if (!number_text || !count_text)
		return error_set(err, "only one of %s and %s is set",
			runner->number, runner->count);
	if (shard_parse_number(number_text, number, &end_number, runner->number,
		    err) != 0 ||
		shard_parse_number(
			count_text, count, &end_count, runner->count, err) != 0)
		return -1;
	if (*end_number != '\0' || *end_count != '\0')
		return error_set(err, "%s and %s are not two numbers",
			runner->number, runner->count);
	*number += 1 - runner->first;
	return 0;
}

/* What the environment says, if that is one thing. */
static int ask_environment(uint64_t *number, uint64_t *count, struct error *err)
{
	const struct runner *by = NULL;

	for (size_t i = 0; i < sizeof runners / sizeof runners[0]; i++) {
		const struct runner *runner = &runners[i];
		uint64_t other_number = 0, other_count = 0;
		bool is_there;
		if (shard_ask(runner, &is_there, &other_number, &other_count,
			    err) != 0)
			return -1;
		if (!is_there)
			continue;
		if (by && (other_number != *number || other_count != *count))
			return error_set(err, "%s and %s are of two shards",
				by->number, runner->number);
		by = runner;
		*number = other_number;
		*count = other_count;
	}
	return by ? 0
		  : error_set(err,
			    "--shard auto: the environment names no shard, as "
			    "TEST_SHARD_INDEX and TEST_TOTAL_SHARDS do");
}

int shard_parse(
	const char *text, uint64_t *number, uint64_t *count, struct error *err)
{
	const char *end;

	if (!strcmp(text, "auto")) {
		if (ask_environment(number, count, err) != 0)
			return -1;
	} else if (shard_parse_number(text, number, &end, "--shard", err) !=
		   0) {
		return -1;
	} else if (*end != '/' ||
		   shard_parse_number(end + 1, count, &end, "--shard", err) !=
			   0 ||
		   *end != '\0') {
		return error_set(err, "--shard: \"%s\" is not K/N", text);
	}
	if (*number == 0 || *number > *count)
		return error_set(err,
			"there is no shard %" PRIu64 " of %" PRIu64, *number,
			*count);
	for (size_t i = 0; i < sizeof runners / sizeof runners[0]; i++) {
		unsetenv(runners[i].number);
		unsetenv(runners[i].count);
	}
	return 0;
}

/*--- results ---*/

static const struct row shard_row[] = {
	ROW_SCHEMA("retread-shard-1"),
	ROW(shard_record, plan, 0, "Its sixteen digits."),
	ROW_BETWEEN("shard", shard_record, number, 1, PLAN_SHARDS_MAX, 0, NULL),
	ROW_BETWEEN("shards", shard_record, count, 1, PLAN_SHARDS_MAX, 0, NULL),
	ROW(shard_record, tests, 0, "That were recorded."),
	ROW(shard_record, retread, 0, "Version."),
	ROW(shard_record, manifest, 0, "SHA-256 of manifest.json."),
	{0},
};
static const struct rows shard_rows = {
	.row = shard_row, .bytes = sizeof(struct shard_record)};

/* A file of results, as manifest.json lists it. */
struct listed {
	const char *path, *sha256;
};
struct listing {
	struct listed *file;
	size_t count;
	struct shard_command *command;
	size_t command_count;
};
static const struct row listed_row[] = {
	ROW(listed, path, 0, NULL), ROW(listed, sha256, 0, NULL), {0}};
static const struct rows listed_rows = {
	.row = listed_row, .bytes = sizeof(struct listed)};
static const struct row command_row[] = {
	ROW_TEXTS("command", shard_command, word, word_count, ROW_FILLED, NULL),
	ROW(shard_command, build_id, ROW_NULLABLE, NULL), {0}};
static const struct rows command_rows = {
	.row = command_row, .bytes = sizeof(struct shard_command)};
static const struct row listing_row[] = {
	ROW_LIST("files", listing, file, count, &listed_rows, 0, NULL),
	ROW_LIST("commands", listing, command, command_count, &command_rows, 0,
		NULL),
	{0},
};
static const struct rows listing_rows = {
	.row = listing_row, .bytes = sizeof(struct listing)};

char *shard_parent(const char *directory, const char *plan)
{
	return memory_format("%s/shards/%s", directory, plan);
}

char *shard_folder(const char *directory, const char *plan, uint64_t number)
{
	return memory_format("%s/shards/%s/%" PRIu64, directory, plan, number);
}

int shard_begin(struct shard *shard, const char *directory, struct error *err)
{
	char *parent = shard_parent(directory, shard->plan);
	int result = folders_make_all(parent, err);

	shard->folder = shard_folder(directory, shard->plan, shard->number);
	shard->is_done = access(shard->folder, F_OK) == 0;
	if (result == 0 && !shard->is_done) {
		shard->attempt = memory_format("%s/.attempt-%" PRIu64 "-XXXXXX",
			parent, shard->number);
		if (!mkdtemp(shard->attempt)) {
			result = error_set_errno(
				err, "cannot make %s", shard->attempt);
			free(shard->attempt);
			shard->attempt = NULL;
		} else { /* whoever merges may be somebody else */
			mode_t mask = umask(0);
			umask(mask);
			chmod(shard->attempt, 0777 & ~mask);
		}
	}
	free(parent);
	return result;
}

static int write_record(const struct shard *shard, struct error *err)
{
	char *manifest = memory_format("%s/manifest.json", shard->attempt);
	char *file = memory_format("%s/shard.json", shard->attempt);
	char digest[DIGEST_HEX_BYTES];
	int result = digest_sha256_file(digest, manifest, err);

	if (result == 0) {
		const struct shard_record record = {.plan = shard->plan,
			.retread = PACKAGE_VERSION,
			.manifest = digest,
			.number = shard->number,
			.count = shard->count,
			.tests = shard->tests};
		result = rows_write(&shard_rows, &record, file, err);
	}
	free(file);
	free(manifest);
	return result;
}

/* A name must not reach the disk before what it stands for. */
static void shard_flush(const char *folder)
{
	int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (descriptor < 0)
		return;
	syncfs(descriptor);
	close(descriptor);
}

int shard_publish(struct shard *shard, struct error *err)
{
	if (write_record(shard, err) != 0)
		return -1;
	shard_flush(shard->attempt);
	if (rename(shard->attempt, shard->folder) == 0) {
		free(shard->attempt);
		shard->attempt = NULL;
		return 0;
	}
	shard->is_done = errno == ENOTEMPTY || errno == EEXIST;
	return shard->is_done ? 0
			      : error_set_errno(err, "cannot rename %s to %s",
					shard->attempt, shard->folder);
}

void shard_release(struct shard *shard)
{
	if (shard->attempt)
		folders_remove(shard->attempt);
	free(shard->attempt);
	free(shard->folder);
	*shard = (struct shard){.number = 0};
}

/* Is FILE what its digest says? */
static int check_file(const char *folder, const char *path, const char *sha256,
	struct error *err)
{
	char *file = memory_format("%s/%s", folder, path);
	char digest[DIGEST_HEX_BYTES];
	int result = digest_sha256_file(digest, file, err);

	if (result == 0 && strcmp(digest, sha256) != 0)
		result = error_set(err, "%s is damaged", file);
	free(file);
	return result;
}

/* Reads the manifest. Are the files all there that it lists? */
static int read_manifest(struct shard_record *record, struct arena *arena,
	const char *folder, struct error *err)
{
	struct listing listing = {0};
	char *manifest = memory_format("%s/manifest.json", folder);
	int result =
		rows_read_file(&listing_rows, manifest, arena, &listing, err);

	for (size_t i = 0; result == 0 && i < listing.count; i++)
		result = check_file(folder, listing.file[i].path,
			listing.file[i].sha256, err);
	record->command = listing.command;
	record->command_count = listing.command_count;
	free(manifest);
	return result;
}

int shard_read(struct shard_record *record, struct arena *arena,
	const char *folder, struct error *err)
{
	char *file = memory_format("%s/shard.json", folder);
	int result = rows_read_file(&shard_rows, file, arena, record, err);

	free(file);
	if (result == 0)
		result = check_file(
			folder, "manifest.json", record->manifest, err);
	return result == 0 ? read_manifest(record, arena, folder, err) : -1;
}
