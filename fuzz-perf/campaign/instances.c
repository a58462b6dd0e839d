/* SPDX-License-Identifier: MIT
 * Prints how the instances of a campaign are doing: --status. An instance
 * may run on another machine, so it says that it lives by what it writes. */
#include "config.h"

#include "fuzz-perf/campaign/status.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"

#include "fuzz-perf/campaign/task.h"

#define ALIVE_SECONDS 60 /* they write every 5 */

/* How an instance does, or a task with all its epochs. */
struct fuzz_instance {
	char name[64];
	uint64_t run_time, execs_done, corpus_count;
	uint64_t saved_crashes, saved_hangs, max_path, max_hot_spot;
	uint64_t is_over;
	time_t updated; /* by the clock of whoever keeps the files */
};

struct instances {
	struct fuzz_instance *instance;
	size_t count, capacity;
	time_t now; /* by the same clock; 0: not known */
};

/* Clocks of machines differ, so a file that is written now tells the time. */
static time_t find_now(const char *out)
{
	char *path = memory_format("%s/.status.XXXXXX", out);
	int descriptor = mkstemp(path);
	struct stat status = {.st_mtime = 0};

	if (descriptor >= 0) {
		if (write(descriptor, "", 1) != 1 ||
			fstat(descriptor, &status) != 0)
			status.st_mtime = 0;
		close(descriptor);
		unlink(path);
	}
	free(path);
	return status.st_mtime;
}

static bool read_instance(const char *path, struct fuzz_instance *instance)
{
	const struct {
		const char *key;
		uint64_t *value;
	} rows[] = {
		{"run_time", &instance->run_time},
		{"execs_done", &instance->execs_done},
		{"corpus_count", &instance->corpus_count},
		{"saved_crashes", &instance->saved_crashes},
		{"saved_hangs", &instance->saved_hangs},
		{"max_path", &instance->max_path},
		{"max_hot_spot", &instance->max_hot_spot},
		{"is_over", &instance->is_over},
	};
	FILE *file = fopen(path, "r");
	struct stat status = {.st_mtime = 0};
	char line[512], key[64];
	uint64_t value;

	if (!file)
		return false;
	fstat(fileno(file), &status);
	instance->updated = status.st_mtime;
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

static void instances_raise_to(uint64_t *largest, uint64_t value)
{
	if (value > *largest)
		*largest = value;
}

/* ONE is a later epoch of ALL: what was run counts the epochs before, too, unlike what
 * was saved. */
static void add_epoch(
	struct fuzz_instance *all, const struct fuzz_instance *one)
{
	instances_raise_to(&all->run_time, one->run_time);
	instances_raise_to(&all->execs_done, one->execs_done);
	instances_raise_to(&all->max_path, one->max_path);
	instances_raise_to(&all->max_hot_spot, one->max_hot_spot);
	all->corpus_count = one->corpus_count;
	all->saved_crashes += one->saved_crashes;
	all->saved_hangs += one->saved_hangs;
	all->is_over = one->is_over;
	if (one->updated > all->updated)
		all->updated = one->updated;
}

static void add_instance(struct instances *instances, struct fuzz_instance *one,
	const char *name)
{
	struct fuzz_instance *last =
		instances->count > 0
			? &instances->instance[instances->count - 1]
			: NULL;
	int length = (int)strlen(name);

	task_epoch(name, &length);
	snprintf(one->name, sizeof one->name, "%.*s", length, name);
	if (last && !strcmp(last->name, one->name)) {
		add_epoch(last, one);
		return;
	}
	instances->instance =
		memory_grow(instances->instance, &instances->capacity,
			instances->count + 1, sizeof *instances->instance);
	instances->instance[instances->count++] = *one;
}

/* One that was killed cannot say that it is over. */
static bool is_running(
	const struct instances *instances, const struct fuzz_instance *instance)
{
	return !instance->is_over &&
	       instances->now < instance->updated + ALIVE_SECONDS;
}

static void print_instance(const struct instances *instances,
	const struct fuzz_instance *instance, FILE *stream)
{
	char age[32] = "?";

	if (instances->now > 0)
		snprintf(age, sizeof age, "%lld s ago",
			(long long)(instances->now > instance->updated
					    ? instances->now - instance->updated
					    : 0));
	fprintf(stream,
		"%-16s %-8s %11s %8" PRIu64 " s %12" PRIu64 " %8" PRIu64
		" %12" PRIu64 " %12" PRIu64 " %7" PRIu64 " %5" PRIu64 "\n",
		instance->name,
		instances->now == 0		  ? "?"
		: is_running(instances, instance) ? "running"
						  : "ended",
		age, instance->run_time, instance->execs_done,
		instance->corpus_count, instance->max_path,
		instance->max_hot_spot, instance->saved_crashes,
		instance->saved_hangs);
}

/* What they came to together. */
static void print_sum(const struct instances *instances, FILE *stream)
{
	struct fuzz_instance sum = {.run_time = 0};
	size_t running = 0;

	for (size_t i = 0; i < instances->count; i++) {
		const struct fuzz_instance *one = &instances->instance[i];
		running += is_running(instances, one);
		sum.run_time += one->run_time;
		sum.execs_done += one->execs_done;
		sum.saved_crashes += one->saved_crashes;
		sum.saved_hangs += one->saved_hangs;
		instances_raise_to(&sum.max_path, one->max_path);
		instances_raise_to(&sum.max_hot_spot, one->max_hot_spot);
	}
	if (instances->now == 0)
		running = 0;
	fprintf(stream,
		"%-16zu %3zu running %10s %8" PRIu64 " s %12" PRIu64
		" %8s %12" PRIu64 " %12" PRIu64 " %7" PRIu64 " %5" PRIu64 "\n",
		instances->count, running, "", sum.run_time, sum.execs_done, "",
		sum.max_path, sum.max_hot_spot, sum.saved_crashes,
		sum.saved_hangs);
}

static int instances_is_instance(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int read_instances(
	struct instances *instances, const char *out, struct error *err)
{
	struct dirent **entry;
	int count = scandir(out, &entry, instances_is_instance, alphasort);

	if (count < 0)
		return error_set_errno(err, "%s", out);
	for (int i = 0; i < count; i++) {
		struct fuzz_instance instance = {.run_time = 0};
		char *path = memory_format(
			"%s/%s/fuzzer_stats", out, entry[i]->d_name);
		if (read_instance(path, &instance))
			add_instance(instances, &instance, entry[i]->d_name);
		free(path);
		free(entry[i]);
	}
	free(entry);
	if (instances->count == 0)
		return error_set(err, "%s: there is no campaign here", out);
	return 0;
}

int instances_print(const char *out, FILE *stream, struct error *err)
{
	struct instances instances = {.count = 0};
	int result = read_instances(&instances, out, err);

	instances.now = result == 0 ? find_now(out) : 0;
	if (result == 0)
		fprintf(stream,
			"%-16s %-8s %11s %10s %12s %8s %12s %12s %7s %5s\n",
			"instance", "state", "updated", "run time", "execs",
			"queue", "path", "hot spot", "crashes", "hangs");
	for (size_t i = 0; result == 0 && i < instances.count; i++)
		print_instance(&instances, &instances.instance[i], stream);
	if (instances.count > 1)
		print_sum(&instances, stream);
	free(instances.instance);
	return result;
}
