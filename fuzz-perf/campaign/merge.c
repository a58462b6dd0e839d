/* SPDX-License-Identifier: MIT
 * Distils inputs: as few of them as hold all maxima. */
#include "config.h"

#include "fuzz-perf/campaign/merge.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"

#define INPUT_BYTES_MAX (1 << 24)

struct merge_file {
	char *path;
	off_t size;
};

struct merge_list {
	struct merge_file *file;
	size_t count, capacity;
};

static int merge_list_file(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct merge_list *list = context;
	char *path = memory_format("%s/%s", folder, name);
	struct stat status = {.st_size = 0};

	(void)err;
	stat(path, &status);
	list->file = memory_grow(list->file, &list->capacity, list->count + 1,
		sizeof *list->file);
	list->file[list->count++] = (struct merge_file){path, status.st_size};
	return 0;
}

/* Lists the queue of the instance FOLDER/NAME, if it is one. Returns 1 if so. */
static int list_queue(struct merge_list *list, const char *folder,
	const char *name, struct error *err)
{
	char *queue = memory_format("%s/%s/queue", folder, name);
	struct stat status;
	bool is_there = !stat(queue, &status) && S_ISDIR(status.st_mode);
	int result =
		is_there ? output_each_file(queue, merge_list_file, list, err)
			 : 0;

	free(queue);
	return result ? -1 : is_there;
}

static int list_folder(
	struct merge_list *list, const char *folder, struct error *err)
{
	DIR *entries = opendir(folder);
	struct dirent *entry;
	int found = 0;

	if (!entries)
		return error_set_errno(err, "%s", folder);
	while (found >= 0 && (entry = readdir(entries)))
		if (strcmp(entry->d_name, "..")) {
			int result =
				list_queue(list, folder, entry->d_name, err);
			found = result < 0 ? -1 : found + result;
		}
	closedir(entries);
	if (found)
		return found < 0 ? -1 : 0;
	return output_each_file(folder, merge_list_file, list, err);
}

/* The shorter one first, so that it is the one that holds what both reach. */
static int compare_files(const void *left, const void *right)
{
	const struct merge_file *a = left, *b = right;

	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return strcmp(a->path, b->path);
}

static int run_files(struct fuzz *fuzz, const struct merge_list *list,
	struct merge_counts *counts, struct error *err)
{
	for (size_t i = 0; i < list->count; i++) {
		const char *path = list->file[i].path;
		uint8_t *bytes;
		size_t length;
		if (execute_is_over(fuzz->execute))
			return error_set(err, "stopped after %zu of %zu inputs",
				i, list->count);
		if (whole_file_read(path, fuzz->options.execute.max_length,
			    &bytes, &length, err))
			return -1;
		int result = batch_try_input(
			fuzz, bytes, length, "merge", path, err);
		free(bytes);
		if (result < 0)
			return -1;
		counts->read++;
		counts->failed += !(fuzz->map->slot[0].outcome & PERF_RAN) ||
				  fuzz->map->slot[0].signal;
	}
	return 0;
}

static int write_kept(
	struct fuzz *fuzz, struct merge_counts *counts, struct error *err)
{
	struct output output = {.path = (char *)fuzz->options.out};

	if (folders_make_all(output.path, err))
		return -1;
	for (size_t i = 0; i < fuzz->corpus.count; i++) {
		const struct corpus_input *input = fuzz->corpus.input[i];
		if (!input->champion || !input->bytes)
			continue;
		char *name = memory_format("%06zu-%.200s", counts->kept,
			words_base_name(input->name));
		int result = output_write(
			&output, "", name, input->bytes, input->length, err);
		free(name);
		if (result)
			return -1;
		counts->kept++;
	}
	return 0;
}

static int list_folders(struct merge_list *list, const char *const *from,
	size_t count, struct error *err)
{
	for (size_t i = 0; i < count; i++)
		if (list_folder(list, from[i], err))
			return -1;
	if (list->count)
		qsort(list->file, list->count, sizeof *list->file,
			compare_files);
	return 0;
}

/* Inputs are taken whole, whatever a search would make. */
static int merge_set_length(const struct merge_list *list,
	struct execute_options *execute, struct error *err)
{
	const struct merge_file *longest =
		list->count ? &list->file[list->count - 1] : NULL;

	if (!longest || (uint64_t)longest->size <= execute->max_length)
		return 0;
	if (longest->size > INPUT_BYTES_MAX)
		return error_set(err, "%s: longer than %d bytes", longest->path,
			INPUT_BYTES_MAX);
	execute->max_length = (uint64_t)longest->size;
	return 0;
}

int merge_inputs(const struct fuzz_options *options, const char *const *from,
	size_t count, volatile int *is_stopped, const struct log *log,
	struct merge_counts *counts, struct error *err)
{
	struct fuzz *fuzz = memory_alloc_zero(1, sizeof *fuzz);
	struct fuzz_options own = *options;
	struct merge_list list = {0};
	int result = list_folders(&list, from, count, err);

	*counts = (struct merge_counts){0};
	if (!result)
		result = merge_set_length(&list, &own.execute, err);
	if (!result)
		result = campaign_open_target(fuzz, &own, log, err);
	if (!result)
		result = domains_apply(&own.domains, fuzz->execute, err);
	if (!result) {
		execute_set_end(fuzz->execute, fuzz->options.execute.end_ms,
			is_stopped);
		result = run_files(fuzz, &list, counts, err);
	}
	if (!result)
		result = write_kept(fuzz, counts, err);
	for (size_t i = 0; i < list.count; i++)
		free(list.file[i].path);
	free(list.file);
	campaign_release(fuzz);
	free(fuzz);
	return result;
}
