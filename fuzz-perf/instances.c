/* SPDX-License-Identifier: MIT
 * Prints how the instances of a campaign are doing: --status. An instance
 * may run on another machine, so its age tells if it lives, not its pid. */
#include "config.h"

#include "fuzz-perf/status.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/error.h"
#include "lib/memory.h"

#define ALIVE_SECONDS 60 /* they write every 5 */

struct instance {
	uint64_t last_update, run_time, execs_done, corpus_count;
	uint64_t saved_crashes, saved_hangs, max_path, max_hot_spot;
};

static bool read_instance(const char *path, struct instance *instance)
{
	const struct {
		const char *key;
		uint64_t *value;
	} rows[] = {
		{"last_update", &instance->last_update},
		{"run_time", &instance->run_time},
		{"execs_done", &instance->execs_done},
		{"corpus_count", &instance->corpus_count},
		{"saved_crashes", &instance->saved_crashes},
		{"saved_hangs", &instance->saved_hangs},
		{"max_path", &instance->max_path},
		{"max_hot_spot", &instance->max_hot_spot},
	};
	FILE *file = fopen(path, "r");
	char line[512], key[64];
	uint64_t value;

	memset(instance, 0, sizeof *instance);
	if (!file)
		return false;
	while (fgets(line, sizeof line, file)) {
		if (sscanf(line, "%63s : %" SCNu64, key, &value) != 2)
			continue;
		for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
			if (!strcmp(rows[i].key, key))
				*rows[i].value = value;
	}
	fclose(file);
	return true;
}

static void print_instance(
	const char *name, const struct instance *instance, FILE *stream)
{
	uint64_t now = (uint64_t)time(NULL);
	uint64_t age =
		now > instance->last_update ? now - instance->last_update : 0;

	fprintf(stream,
		"%-16s %-8s %5" PRIu64 " s ago %8" PRIu64 " s %12" PRIu64
		" %8" PRIu64 " %12" PRIu64 " %12" PRIu64 " %7" PRIu64
		" %5" PRIu64 "\n",
		name, age < ALIVE_SECONDS ? "running" : "ended", age,
		instance->run_time, instance->execs_done,
		instance->corpus_count, instance->max_path,
		instance->max_hot_spot, instance->saved_crashes,
		instance->saved_hangs);
}

static int is_instance(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int instances_print(const char *out, FILE *stream, struct error *err)
{
	struct dirent **entry;
	int count = scandir(out, &entry, is_instance, alphasort);
	unsigned found = 0;

	if (count < 0)
		return error_set_errno(err, "%s", out);
	for (int i = 0; i < count; i++) {
		struct instance instance;
		char *path = memory_format(
			"%s/%s/fuzzer_stats", out, entry[i]->d_name);
		if (read_instance(path, &instance)) {
			if (!found++)
				fprintf(stream,
					"%-16s %-8s %11s %10s %12s %8s %12s "
					"%12s %7s %5s\n",
					"instance", "state", "updated",
					"run time", "execs", "queue", "path",
					"hot spot", "crashes", "hangs");
			print_instance(entry[i]->d_name, &instance, stream);
		}
		free(path);
		free(entry[i]);
	}
	free(entry);
	return found ? 0 : error_set(err, "%s: there is no campaign here", out);
}
