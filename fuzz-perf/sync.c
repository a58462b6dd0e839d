/* SPDX-License-Identifier: MIT
 * Learns from other instances that share the output directory. */
#include "config.h"

#include "fuzz-perf/sync.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"

#include "fuzz-perf/fuzz.h"
#include "fuzz-perf/persist.h"

/* Ids, each once, of a peer's inputs that are better than ours. */
struct wanted {
	uint32_t *id;
	size_t count, capacity;
};

static bool is_wanted(const struct wanted *wanted, uint32_t id)
{
	for (size_t i = 0; i < wanted->count; i++)
		if (wanted->id[i] == id)
			return true;
	return false;
}

static bool is_better(const struct fuzz *fuzz, uint32_t index, uint64_t value)
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
			if (!is_better(fuzz, index, value) ||
				is_wanted(wanted, id))
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

static int import_file(struct fuzz *fuzz, const char *folder, const char *peer,
	const char *name, uint32_t id, struct error *err)
{
	char *path = memory_format("%s/queue/%s", folder, name);
	struct error gone = {{0}};
	uint8_t *bytes;
	size_t length;
	int result = 0;

	if (!output_read_file(path, fuzz->options.execute.max_length, &bytes,
		    &length, &gone)) {
		char *origin = memory_format("sync:%s,src:%06u", peer, id);
		result = fuzz_try_input(fuzz, bytes, length, origin, NULL, err);
		fuzz->counts.imported += result > 0;
		free(origin);
		free(bytes);
	}
	free(path);
	return result < 0 ? -1 : 0;
}

static int import_wanted(struct fuzz *fuzz, const char *folder,
	const char *peer, const struct wanted *wanted, struct error *err)
{
	char *path = memory_format("%s/queue_index", folder);
	FILE *file = fopen(path, "r");
	char name[256];
	uint32_t id;
	int result = 0;

	while (file && !result &&
		fscanf(file, "%u %*u %*u %255s", &id, name) == 2)
		if (is_wanted(wanted, id) && !strchr(name, '/'))
			result = import_file(fuzz, folder, peer, name, id, err);
	if (file)
		fclose(file);
	free(path);
	return result;
}

static int import_peer(struct fuzz *fuzz, const char *peer, struct error *err)
{
	char *folder = memory_format("%s/%s", fuzz->options.out, peer);
	struct wanted wanted = {0};
	struct error refused = {{0}};
	int result = 0;

	if (!read_wanted(fuzz, folder, &wanted, &refused))
		result = import_wanted(fuzz, folder, peer, &wanted, err);
	else
		log_info(fuzz->log, "%s is left out: %s", peer, refused.text);
	free(wanted.id);
	free(folder);
	return result;
}

int sync_import(struct fuzz *fuzz, struct error *err)
{
	DIR *folder = opendir(fuzz->options.out);
	struct dirent *entry;
	int result = 0;

	if (!folder)
		return 0;
	while (!result && (entry = readdir(folder)))
		if (entry->d_name[0] != '.' &&
			strcmp(entry->d_name, fuzz->options.instance))
			result = import_peer(fuzz, entry->d_name, err);
	closedir(folder);
	return result;
}
