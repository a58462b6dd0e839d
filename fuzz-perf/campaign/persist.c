/* SPDX-License-Identifier: MIT
 * Files that a campaign writes and finds again: queue, crashes, maxima. */
#include "config.h"

#include "fuzz-perf/campaign/persist.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/campaign/command_line.h"
#include "fuzz-perf/campaign/statistics.h"
#include "fuzz-perf/campaign/sync.h"
#include "fuzz-perf/campaign/task.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/keep.h"

#define WRITE_MS      5000
#define PERF_MAX_HEAD "retread-perf-max 1"

/* ---- perf_max and queue_index ---- */

static void print_build_id(const struct perf_map *map, FILE *out)
{
	for (uint32_t i = 0; i < map->build_id_bytes; i++)
		fprintf(out, "%02x", map->build_id[i]);
	if (!map->build_id_bytes)
		fputs("none", out);
}

char *persist_build_id_dup(const struct fuzz *fuzz)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(PERF_BUILD_ID);
	print_build_id(fuzz->map, out);
	fclose(out);
	return text;
}

static void print_perf_max(const void *data, FILE *out)
{
	const struct fuzz *fuzz = data;
	const struct feedback *feedback = &fuzz->feedback;

	fprintf(out, PERF_MAX_HEAD "\nbuild-id ");
	print_build_id(fuzz->map, out);
	fprintf(out, "\nindices %u\n", feedback->index_count);
	for (uint32_t i = 0; i < feedback->index_count; i++)
		if (feedback->champion[i].input)
			fprintf(out, "%u %" PRIu64 " %u\n", i,
				feedback->champion[i].value,
				feedback->champion[i].input->id);
}

static void print_queue_index(const void *data, FILE *out)
{
	const struct fuzz *fuzz = data;
	const struct corpus *corpus = &fuzz->corpus;

	for (size_t i = 0; i < corpus->count; i++)
		if (corpus->input[i]->champion && corpus->input[i]->is_written)
			fprintf(out, "%u %zu %" PRIu64 " %s\n",
				corpus->input[i]->id, corpus->input[i]->length,
				corpus->input[i]->edges,
				corpus->input[i]->name);
}

/* Maxima name inputs that are in the queue already. Other instances look at what was
 * written, so nothing is if it is the same. */
static int write_maxima(struct fuzz *fuzz, struct error *err)
{
	uint64_t crowns = fuzz->feedback.crowns;

	if (crowns == fuzz->written_crowns)
		return 0;
	if (output_print(
		    &fuzz->output, "perf_max", print_perf_max, fuzz, err) ||
		output_print(&fuzz->output, "queue_index", print_queue_index,
			fuzz, err))
		return -1;
	fuzz->written_crowns = crowns;
	return 0;
}

int persist_check_build(
	struct fuzz *fuzz, const char *path, FILE *file, struct error *err)
{
	char head[64] = "", mark[16] = "", id[2 * PERF_BUILD_ID + 8] = "";
	unsigned indices = 0;

	if (!fgets(head, sizeof head, file) ||
		strncmp(head, PERF_MAX_HEAD "\n", sizeof head) ||
		fscanf(file, "%15s %71s indices %u", mark, id, &indices) != 3 ||
		strcmp(mark, "build-id"))
		return error_set(err, "%s: not a table of maxima", path);
	char *own = persist_build_id_dup(fuzz);
	int is_other = strcmp(own, id) || indices != fuzz->feedback.index_count;
	if (is_other)
		error_set(err,
			"%s: from another build of the target (build-id "
			"%.16s, this one is %.16s), whose counts cannot be "
			"compared",
			path, id, own);
	free(own);
	return is_other ? -1 : 0;
}

static int check_earlier_build(
	struct fuzz *fuzz, const char *folder, struct error *err)
{
	char *path = memory_format("%s/perf_max", folder);
	FILE *file = fopen(path, "r");
	int result = 0;

	if (file) {
		result = persist_check_build(fuzz, path, file, err);
		fclose(file);
		if (result)
			error_add_context(err,
				"cannot resume (choose another -o, or pass its "
				"queue with -i)");
	}
	free(path);
	return result;
}

/* ---- start ---- */

static int persist_read_input(struct fuzz *fuzz, const char *folder,
	const char *name, uint8_t **bytes, size_t *length, struct error *err)
{
	char *path = memory_format("%s/%s", folder, name);
	int result = whole_file_read(
		path, fuzz->options.execute.max_length, bytes, length, err);

	free(path);
	return result;
}

static int try_queue_file(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct fuzz *fuzz = context;
	uint8_t *bytes;
	size_t length;

	if (!strstr(name, "orig"))
		batch_note_seeds(fuzz);
	if (persist_read_input(fuzz, folder, name, &bytes, &length, err))
		return -1;
	char **file = corpus_file(&fuzz->corpus, bytes, length);
	if (!*file)
		*file = memory_string_dup(name);
	uint32_t number = (uint32_t)keep_name_number(name);
	uint32_t next = fuzz->corpus.next_id;
	fuzz->corpus.next_id = number;
	int result = batch_try_input(fuzz, bytes, length, "queue", name, err);
	fuzz->corpus.next_id = number + 1 > next ? number + 1 : next;
	free(bytes);
	return result < 0 ? -1 : 0;
}

struct seeds {
	struct fuzz *fuzz;
	size_t cut; /* longer than an input may be */
};

static bool is_longer_than(const char *folder, const char *name, size_t length)
{
	char *path = memory_format("%s/%s", folder, name);
	struct stat status;
	bool is_longer = !stat(path, &status) && status.st_size > (off_t)length;

	free(path);
	return is_longer;
}

static int try_seed(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct seeds *seeds = context;
	struct fuzz *fuzz = seeds->fuzz;
	uint8_t *bytes;
	size_t length;

	if (persist_read_input(fuzz, folder, name, &bytes, &length, err))
		return -1;
	seeds->cut += is_longer_than(folder, name, length);
	char *origin = memory_format("orig:%s", name);
	int result = batch_try_input(fuzz, bytes, length, origin, NULL, err);
	free(origin);
	free(bytes);
	return result < 0 ? -1 : 0;
}

static int try_seeds(struct fuzz *fuzz, struct error *err)
{
	struct seeds seeds = {.fuzz = fuzz};
	int result =
		output_each_seed(fuzz->options.seeds, try_seed, &seeds, err);

	if (seeds.cut)
		log_warning(fuzz->log,
			"%zu of the seeds are longer than %" PRIu64
			" bytes and were cut; to take more: --max-len BYTES",
			seeds.cut, fuzz->options.execute.max_length);
	return result;
}

static int count_ends(
	void *context, const char *folder, const char *name, struct error *err)
{
	uint64_t *next = context;
	uint64_t number = keep_name_number(name) + 1;

	(void)folder;
	(void)err;
	if (number > *next)
		*next = number;
	return 0;
}

/* An input of an epoch before this one. */
static int try_earlier(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct fuzz *fuzz = context;
	const char *seed = strstr(name, "orig");
	uint8_t *bytes;
	size_t length;
	char *origin;
	int result = 0;

	if (!seed)
		batch_note_seeds(fuzz);
	if (persist_read_input(fuzz, folder, name, &bytes, &length, err))
		return -1;
	origin = seed ? memory_string_dup(seed)
		      : memory_format("sync:%s,src:%06u",
				fuzz->options.task->name,
				(unsigned)keep_name_number(name));
	if (!*corpus_file(&fuzz->corpus, bytes, length))
		result =
			batch_try_input(fuzz, bytes, length, origin, NULL, err);
	free(origin);
	free(bytes);
	return result < 0 ? -1 : 0;
}

/* Goes on from what the epochs before this one have found. */
static int resume_task(
	struct fuzz *fuzz, const struct task *task, struct error *err)
{
	int result = 0;

	fuzz->earlier_ms = task->earlier_ms;
	fuzz->counts.earlier_execs = task->earlier_execs;
	for (unsigned i = 1; !result && i < task->epoch; i++) {
		char *folder = task_folder(fuzz->options.out, task->name, i);
		char *queue = memory_format("%s/queue", folder);
		result = check_earlier_build(fuzz, folder, err);
		if (!result && !access(queue, F_OK))
			result =
				output_each_file(queue, try_earlier, fuzz, err);
		free(queue);
		free(folder);
	}
	return result;
}

static int resume(struct fuzz *fuzz, struct error *err)
{
	struct {
		const char *folder;
		uint64_t *next;
	} ends[] = {{"crashes", &fuzz->counts.saved_crashes},
		{"hangs", &fuzz->counts.saved_hangs}};
	char *queue = memory_format("%s/queue", fuzz->output.path);
	int result = check_earlier_build(fuzz, fuzz->output.path, err);

	for (size_t i = 0; !result && i < sizeof ends / sizeof ends[0]; i++) {
		char *folder = memory_format(
			"%s/%s", fuzz->output.path, ends[i].folder);
		result =
			output_each_file(folder, count_ends, ends[i].next, err);
		free(folder);
	}
	crashes_read(&fuzz->crashes, &fuzz->output);
	if (!result)
		result = output_each_file(queue, try_queue_file, fuzz, err);
	if (!result && fuzz->options.task)
		result = resume_task(fuzz, fuzz->options.task, err);
	free(queue);
	statistics_read_earlier(fuzz->output.path, &fuzz->earlier_ms,
		&fuzz->counts.earlier_execs);
	if (!result && fuzz->corpus.count)
		log_notice(fuzz->log, "%s: resumed with %zu inputs",
			fuzz->output.path, fuzz->corpus.count);
	return result;
}

int persist_open(struct fuzz *fuzz, struct error *err)
{
	const struct fuzz_options *options = &fuzz->options;
	char *path = memory_format("%s/%s", options->out, options->instance);
	int result =
		output_open(&fuzz->output, path, options->is_portable, err);

	free(path);
	if (result || resume(fuzz, err))
		return -1;
	if (options->seeds && try_seeds(fuzz, err))
		return error_add_context(err, "seeds");
	/* Of nothing a generator makes what is simplest. */
	if (fuzz->generated && !fuzz->corpus.count && !fuzz->counts.execs &&
		batch_try_input(fuzz, NULL, 0, "orig:nothing", NULL, err) < 0)
		return -1;
	batch_note_seeds(fuzz);
	/* So that --status has it from now on. */
	if (command_line_write(fuzz, err) || statistics_open(fuzz, err) ||
		write_maxima(fuzz, err) || statistics_write(fuzz, err))
		return -1;
	return 0;
}

/* ---- while it runs ---- */

/* Returns whether nothing is left. */
static bool write_what_is_left(struct fuzz *fuzz)
{
	bool is_all = true;

	for (size_t i = 0; i < fuzz->corpus.count; i++) {
		struct corpus_input *input = fuzz->corpus.input[i];
		if (!input->is_written && input->champion && input->bytes)
			keep_write_input(fuzz, input);
		is_all &= input->is_written || !input->champion;
	}
	return is_all;
}

void persist_all(struct fuzz *fuzz)
{
	struct error err = {{0}};

	if (fuzz->has_unwritten) {
		fuzz->has_unwritten = !write_what_is_left(fuzz);
		fuzz->written_crowns = 0;
	}
	keep_note_write(fuzz,
		write_maxima(fuzz, &err) || statistics_write(fuzz, &err) ||
				crashes_write(
					&fuzz->crashes, &fuzz->output, &err)
			? -1
			: 0,
		&err);
}

int persist_now_and_then(struct fuzz *fuzz, struct error *err)
{
	uint64_t now = fuzz_elapsed_ms(fuzz);

	if (now - fuzz->synced_ms >= SYNC_MS) {
		fuzz->synced_ms = now;
		fuzz->is_superseded = fuzz->options.task &&
				      task_is_superseded(fuzz->options.out,
					      fuzz->options.task);
		if (sync_import(fuzz, err))
			return -1;
	}
	if (now - fuzz->written_ms < WRITE_MS)
		return 0;
	fuzz->written_ms = now;
	persist_all(fuzz);
	return 0;
}
