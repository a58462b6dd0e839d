/* SPDX-License-Identifier: MIT
 * Epochs of a task. */
#include "config.h"

#include "fuzz-perf/campaign/task.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

#include "fuzz-perf/campaign/statistics.h"
#include "fuzz-perf/corpus/output.h"
#include "fuzz-perf/search/fuzz.h"

char *task_folder(const char *out, const char *name, unsigned epoch)
{
	return memory_format("%s/%s.e%03u", out, name, epoch);
}

unsigned task_epoch(const char *name, int *length)
{
	const char *mark = strrchr(name, '.');
	char *end;
	unsigned long epoch;

	if (!mark || mark[1] != 'e' || mark[2] < '0' || mark[2] > '9')
		return 0;
	epoch = strtoul(mark + 2, &end, 10);
	*length = (int)(mark - name);
	return *end == '\0' && epoch <= UINT16_MAX ? (unsigned)epoch : 0;
}

bool task_is_superseded(const char *out, const struct task *task)
{
	char *next = task_folder(out, task->name, task->epoch + 1);
	bool is_there = access(next, F_OK) == 0;

	free(next);
	return is_there;
}

/* The latest epoch of the task NAME, 0 without one. */
static unsigned find_latest(const char *out, const char *name)
{
	DIR *folder = opendir(out);
	struct dirent *entry;
	unsigned latest = 0;

	while (folder && (entry = readdir(folder))) {
		int length = 0;
		unsigned epoch = task_epoch(entry->d_name, &length);
		if (epoch > latest && (size_t)length == strlen(name) &&
			!strncmp(entry->d_name, name, (size_t)length))
			latest = epoch;
	}
	if (folder)
		closedir(folder);
	return latest;
}

/* Each epoch's statistics tell of all before it, too, if it lived to write them. */
static void read_earlier(struct task *task, const char *out, unsigned latest)
{
	for (unsigned i = 1; i <= latest; i++) {
		char *folder = task_folder(out, task->name, i);
		statistics_read_earlier(
			folder, &task->earlier_ms, &task->earlier_execs);
		free(folder);
	}
}

/* Takes what was USED from a limit, which 0 is none. Returns whether nothing is left. */
static bool take_used(uint64_t *limit, uint64_t used)
{
	if (*limit == 0)
		return false;
	if (*limit <= used)
		return true;
	*limit -= used;
	return false;
}

/* Makes the folder of the next epoch. */
static int make_epoch(struct task *task, struct fuzz_options *options,
	unsigned latest, struct error *err)
{
	for (task->epoch = latest + 1; task->epoch <= UINT16_MAX;
		task->epoch++) {
		char *folder =
			task_folder(options->out, task->name, task->epoch);
		int result = mkdir(folder, 0777);
		if (result && errno != EEXIST)
			error_set_errno(err, "%s", folder);
		else if (!result)
			options->instance = memory_string_dup(
				folder + strlen(options->out) + 1);
		free(folder);
		if (!result)
			return 0;
		if (errno != EEXIST)
			return -1;
	}
	return error_set(
		err, "%s: %s was begun too often", options->out, task->name);
}

int task_begin(struct fuzz_options *options, struct error *err)
{
	struct task *task = options->task;
	unsigned latest;

	*task = (struct task){.name = options->instance};
	if (folders_make_all(options->out, err))
		return -1;
	latest = find_latest(options->out, task->name);
	read_earlier(task, options->out, latest);
	if (take_used(&options->time_seconds, task->earlier_ms / 1000) ||
		take_used(&options->execs, task->earlier_execs))
		return 1;
	if (make_epoch(task, options, latest, err))
		return -1;
	options->seed += (uint64_t)(task->epoch - 1) << 32;
	return 0;
}
