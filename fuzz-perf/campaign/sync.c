/* SPDX-License-Identifier: MIT
 * Learns from other instances that share the output directory. */
#include "config.h"

#include "fuzz-perf/campaign/sync.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/campaign/persist.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"

/* A version of a peer's queue_index, which it writes after its maxima: files get their
 * names by rename, so a later one is another file. */
struct version {
	ino_t inode;
	off_t size;
	struct timespec changed; /* by the clock of whoever keeps the files */
};

struct peer {
	char *name;
	struct version imported;
};

struct peers {
	struct peer *peer;
	size_t count, capacity;
};

/* Ids, each once, of a peer's inputs that are better than ours. */
struct wanted {
	uint32_t *id;
	size_t count, capacity;
};

static bool sync_is_wanted(const struct wanted *wanted, uint32_t id)
{
	for (size_t i = 0; i < wanted->count; i++)
		if (wanted->id[i] == id)
			return true;
	return false;
}

static bool sync_is_better(
	const struct fuzz *fuzz, uint32_t index, uint64_t value)
{
	const struct champion *champion;

	if (index >= fuzz->feedback.index_count)
		return false;
	champion = &fuzz->feedback.champion[index];
	/* Sets cannot be compared by size: only a first element is news. */
	if (index >= fuzz->map->view[0].count)
		return !champion->input;
	return value > champion->value;
}

static int read_wanted(struct fuzz *fuzz, const char *folder,
	struct wanted *wanted, struct error *err)
{
	char *path = memory_format("%s/perf_max", folder);
	FILE *file = fopen(path, "r");
	uint32_t index, id;
	uint64_t value;
	int result = 0;

	if (file) {
		result = persist_check_build(fuzz, path, file, err);
		while (!result && fscanf(file, "%u %" SCNu64 " %u", &index,
					  &value, &id) == 3) {
			if (!sync_is_better(fuzz, index, value) ||
				sync_is_wanted(wanted, id))
				continue;
			wanted->id = memory_grow(wanted->id, &wanted->capacity,
				wanted->count + 1, sizeof *wanted->id);
			wanted->id[wanted->count++] = id;
		}
		fclose(file);
	}
	free(path);
	return result;
}

/* *IS_WHOLE becomes false if the file is not there, which it may be soon. */
static int import_file(struct fuzz *fuzz, const char *folder, const char *peer,
	const char *name, uint32_t id, bool *is_whole, struct error *err)
{
	char *path = memory_format("%s/queue/%s", folder, name);
	struct error gone = {{0}};
	uint8_t *bytes;
	size_t length;
	int result = 0;

	if (!whole_file_read(path, fuzz->options.execute.max_length, &bytes,
		    &length, &gone)) {
		char *origin = memory_format("sync:%s,src:%06u", peer, id);
		result =
			batch_try_input(fuzz, bytes, length, origin, NULL, err);
		fuzz->counts.imported += result > 0;
		free(origin);
		free(bytes);
	} else {
		*is_whole = false;
	}
	free(path);
	return result < 0 ? -1 : 0;
}

static int import_wanted(struct fuzz *fuzz, const char *folder,
	const char *peer, const struct wanted *wanted, bool *is_whole,
	struct error *err)
{
	char *path = memory_format("%s/queue_index", folder);
	FILE *file = fopen(path, "r");
	char name[256];
	uint32_t id;
	int result = 0;

	while (file && !result &&
		fscanf(file, "%u %*u %*u %255s", &id, name) == 2)
		if (sync_is_wanted(wanted, id) && !strchr(name, '/'))
			result = import_file(
				fuzz, folder, peer, name, id, is_whole, err);
	if (file)
		fclose(file);
	free(path);
	return result;
}

static struct peer *find_peer(struct peers *peers, const char *name)
{
	for (size_t i = 0; i < peers->count; i++)
		if (!strcmp(peers->peer[i].name, name))
			return &peers->peer[i];
	peers->peer = memory_grow(peers->peer, &peers->capacity,
		peers->count + 1, sizeof *peers->peer);
	peers->peer[peers->count] =
		(struct peer){.name = memory_string_dup(name)};
	return &peers->peer[peers->count++];
}

/* What is in FOLDER now. False: nothing yet. */
static bool find_version(struct version *version, const char *folder)
{
	char *path = memory_format("%s/queue_index", folder);
	struct stat status;
	bool is_there = stat(path, &status) == 0;

	free(path);
	if (is_there)
		*version = (struct version){
			status.st_ino, status.st_size, status.st_mtim};
	return is_there;
}

static bool sync_is_same(const struct version *a, const struct version *b)
{
	return a->inode == b->inode && a->size == b->size &&
	       a->changed.tv_sec == b->changed.tv_sec &&
	       a->changed.tv_nsec == b->changed.tv_nsec;
}

static int import_version(struct fuzz *fuzz, const char *folder,
	struct peer *peer, const struct version *version, struct error *err)
{
	struct wanted wanted = {0};
	struct error refused = {{0}};
	bool is_whole = true;
	int result = 0;

	if (!read_wanted(fuzz, folder, &wanted, &refused))
		result = import_wanted(
			fuzz, folder, peer->name, &wanted, &is_whole, err);
	else
		log_info(fuzz->log, "%s is left out: %s", peer->name,
			refused.text);
	if (is_whole)
		peer->imported = *version;
	free(wanted.id);
	return result;
}

static int import_peer(struct fuzz *fuzz, const char *name, struct error *err)
{
	char *folder = memory_format("%s/%s", fuzz->options.out, name);
	struct version version;
	int result = 0;

	if (find_version(&version, folder)) {
		struct peer *peer = find_peer(fuzz->peers, name);
		if (!sync_is_same(&version, &peer->imported))
			result = import_version(
				fuzz, folder, peer, &version, err);
	}
	free(folder);
	return result;
}

void sync_release(struct peers *peers)
{
	if (!peers)
		return;
	for (size_t i = 0; i < peers->count; i++)
		free(peers->peer[i].name);
	free(peers->peer);
	free(peers);
}

int sync_import(struct fuzz *fuzz, struct error *err)
{
	DIR *folder = opendir(fuzz->options.out);
	struct dirent *entry;
	int result = 0;

	if (!folder)
		return 0;
	if (!fuzz->peers)
		fuzz->peers = memory_alloc_zero(1, sizeof *fuzz->peers);
	while (!result && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' &&
			strcmp(entry->d_name, fuzz->options.instance))
			result = import_peer(fuzz, entry->d_name, err);
	closedir(folder);
	return result;
}
