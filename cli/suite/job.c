/* SPDX-License-Identifier: MIT
 * Scripts by which job engines run the tasks of a job, and how they are started. */
#include "config.h"

#include "cli/suite/job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/digest.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/whole_file.h"
#include "lib/words.h"

/* Of a job array: Slurm's MaxArraySize is 1001 unless a site changes it. */
#define ARRAY_MAX 1000

#define NUMBER		"{}"	 /* what stands for it in a command */
#define PARALLEL_NUMBER "{task}" /* {} may mean something else */

void job_release(struct job *job)
{
	arena_release(&job->arena);
	*job = (struct job){.count = 0};
}

static const char *quote(struct job *job, const char *text)
{
	char *quoted = words_shell_quote(text);
	const char *kept = arena_string(&job->arena, quoted);

	free(quoted);
	return kept;
}

const char *job_text(struct job *job, struct arguments *command)
{
	char *text = commands_text(command->word);
	const char *kept = arena_string(&job->arena, text);

	free(text);
	arguments_release(command);
	return kept;
}

/* The part of JOB's command that is not yet whole goes on with TEXT. */
static void job_add_text(struct job *job, const char *text)
{
	const char **part = &job->part[job->part_count];

	*part = arena_format(&job->arena, "%s%s", *part ? *part : "", text);
}

static void job_add_word(struct job *job, const char *word)
{
	const char *at;

	if (!*word)
		job_add_text(job, "''");
	while ((at = strstr(word, NUMBER))) {
		if (at > word)
			job_add_text(job,
				quote(job, arena_format(&job->arena, "%.*s",
						   (int)(at - word), word)));
		job->part_count++;
		word = at + strlen(NUMBER);
	}
	if (*word)
		job_add_text(job, quote(job, word));
}

void job_take_command(struct job *job, struct arguments *command)
{
	size_t most = 1;

	for (size_t i = 0; i < command->count; i++)
		most += strlen(command->word[i]) / strlen(NUMBER);
	job->part = arena_alloc_zero(&job->arena, most, sizeof *job->part);
	for (size_t i = 0; i < command->count; i++) {
		job_add_text(job, i > 0 ? " " : "");
		job_add_word(job, command->word[i]);
	}
	job_add_text(job, "");
	job->part_count++;
	arguments_release(command);
}

void job_number(struct job *job, uint64_t count)
{
	job->number = arena_alloc_zero(&job->arena, count, sizeof *job->number);
	for (uint64_t i = 0; i < count; i++)
		job->number[job->count++] = i + 1;
}

/* The command of task NUMBER, in which a shell puts that. */
static const char *task_text(struct job *job, const char *number)
{
	if (job->list)
		return arena_format(&job->arena, "sh \"$script\" %s", number);
	const char *text = job->part[0];
	for (size_t i = 1; i < job->part_count; i++)
		text = arena_format(
			&job->arena, "%s%s%s", text, number, job->part[i]);
	return text;
}

void job_identify(struct job *job, char id[JOB_ID_BYTES])
{
	char *text = NULL, sha256[DIGEST_HEX_BYTES];
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		memory_fail(DIGEST_HEX_BYTES);
	if (!job->list)
		fprintf(out, "%zu %s\n", job->count, task_text(job, NUMBER));
	for (size_t i = 0; job->list && i < job->list_count; i++)
		fprintf(out, "%s\n", job->list[i]);
	fclose(out);
	digest_sha256(sha256, text, length);
	snprintf(id, JOB_ID_BYTES, "%.*s", JOB_ID_BYTES - 1, sha256);
	free(text);
}

/* How many tasks to run at a time on one machine. */
static uint64_t count_at_once(const struct job *job)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (job->at_once > 0)
		return job->at_once;
	return processors > 0 ? (uint64_t)processors : 1;
}

/*--- scripts ---*/

static void job_print_numbers(
	const struct job *job, const char *prefix, FILE *out)
{
	for (size_t i = 0; i < job->count; i++)
		fprintf(out, " %s%" PRIu64, prefix, job->number[i]);
	putc('\n', out);
}

/* How a script of the shell begins. With a list, the script itself is what runs a task. */
static void begin_script(const struct job *job, const char *by, FILE *out)
{
	fprintf(out, "#!/bin/sh\n%s%s", job->about, by);
	if (job->list)
		fputs("script=$(realpath \"$0\") && export script || exit\n",
			out);
	fprintf(out, "cd %s || exit\n", job->directory);
	if (job->list)
		fputs("case ${1-} in\n", out);
	for (size_t i = 0; job->list && i < job->list_count; i++)
		fprintf(out, "%zu) exec %s ;;\n", i + 1, job->list[i]);
	if (job->list)
		fputs("esac\n", out);
	putc('\n', out);
}

static void write_parallel(struct job *job, FILE *out)
{
	begin_script(job,
		"# GNU parallel runs them. Started again, it goes on where it "
		"was.\n",
		out);
	fprintf(out,
		"parallel --jobs %" PRIu64 " --joblog %s --resume-failed "
		"--retries 2 -I '" PARALLEL_NUMBER "' \\\n\t%s \\\n\t:::",
		count_at_once(job),
		quote(job, arena_format(&job->arena, "%s/joblog", job->folder)),
		quote(job, task_text(job, PARALLEL_NUMBER)));
	job_print_numbers(job, "", out);
	fprintf(out, "exec %s\n", job->last);
}

/* The tasks from FIRST on that one job array can have. Returns how many. */
static size_t job_print_array(const struct job *job, size_t first, FILE *out)
{
	uint64_t before = (job->number[first] - 1) / ARRAY_MAX * ARRAY_MAX;
	size_t end = first;

	fprintf(out, "array %" PRIu64 " ", before);
	while (end < job->count && job->number[end] - before <= ARRAY_MAX) {
		uint64_t from = job->number[end++] - before, to = from;
		while (end < job->count && to < ARRAY_MAX &&
			job->number[end] - before == to + 1)
			end++, to++;
		fprintf(out, "%s%" PRIu64,
			from == job->number[first] - before ? "" : ",", from);
		if (to > from)
			fprintf(out, "-%" PRIu64, to);
	}
	return end - first;
}

static void write_slurm(struct job *job, FILE *out)
{
	const char *log = quote(job, job->folder);
	const char *task = arena_format(&job->arena, "exec %s",
		task_text(job, "$((SLURM_ARRAY_TASK_ID + RETREAD_BEFORE))"));

	begin_script(job, "# Slurm runs them.\n", out);
	fprintf(out,
		"# array BEFORE INDICES: the tasks BEFORE + INDICES\n"
		"array() {\n"
		"\tsbatch --parsable --job-name=%s --array=\"$2",
		job->name);
	if (job->at_once > 0)
		fprintf(out, "%%%" PRIu64, job->at_once);
	fprintf(out,
		"\" \\\n"
		"\t\t--requeue --signal=B:TERM@120 --open-mode=append \\\n"
		"\t\t--output=%s/%%A-%%a.log "
		"--export=ALL,RETREAD_BEFORE=\"$1\" "
		"\\\n"
		"\t\t--wrap %s\n"
		"}\n"
		"jobs=\n",
		log, quote(job, task));
	for (size_t i = 0; i < job->count;) {
		fputs("jobs=$jobs:$(", out);
		i += job_print_array(job, i, out);
		fputs(") || exit\n", out);
	}
	/* afterok would wait for ever for a task that failed and was requeued */
	fprintf(out,
		"sbatch --job-name=%s-end --dependency=\"afterany$jobs\" \\\n"
		"\t--output=%s/end.log --wrap %s\n",
		job->name, log, quote(job, job->last));
}

/* TEXT as a rule of make has it. */
static const char *job_make_text(struct job *job, const char *text)
{
	char *escaped = arena_alloc(&job->arena, 2 * strlen(text) + 1);
	char *to = escaped;

	for (; *text != '\0'; text++) {
		*to++ = *text;
		if (*text == '$')
			*to++ = '$';
	}
	*to = '\0';
	return escaped;
}

static void write_make(struct job *job, FILE *out)
{
	fprintf(out,
		"%s# make -j N -f THIS runs them. Started again, it does what "
		"is missing.\n",
		job->about);
	for (size_t i = 0; job->list && i < job->list_count; i++)
		fprintf(out, "TASK_%zu = %s\n", i + 1,
			job_make_text(job, job->list[i]));
	fputs("TASKS =", out);
	job_print_numbers(job, "task-", out);
	fprintf(out,
		"all:\n"
		"\t-$(MAKE) -f $(firstword $(MAKEFILE_LIST)) -k $(TASKS)\n"
		"\tcd %s && %s\n"
		"$(TASKS): task-%%:\n"
		"\tcd %s && ",
		job_make_text(job, job->directory),
		job_make_text(job, job->last),
		job_make_text(job, job->directory));
	if (job->list)
		fputs("$(TASK_$*)\n", out);
	else
		fprintf(out, "number=$* && %s\n",
			job_make_text(job, task_text(job, "${number}")));
	fputs(".PHONY: all $(TASKS)\n", out);
}

/*--- engines ---*/

static const struct job_engine {
	const char *name;
	const char *program; /* that it needs */
	const char *file;    /* the script, in the job's folder */
	void (*write)(struct job *job, FILE *out);
	const char *start; /* what runs the script */
} engines[] = {
	{"slurm", "sbatch", "slurm.sh", write_slurm, "sh"},
	{"parallel", "parallel", "parallel.sh", write_parallel, "sh"},
	{"make", "make", "tasks.mk", write_make, "make"},
};
#define ENGINES (sizeof engines / sizeof engines[0])
const char *const job_engines[] = {"slurm", "parallel", "make", "print", NULL};

static bool is_installed(const struct job_engine *engine)
{
	char *command =
		memory_format("command -v %s >/dev/null 2>&1", engine->program);
	bool found = system(command) == 0;

	free(command);
	return found;
}

const struct job_engine *job_choose(
	int chosen, bool is_printed, struct error *err)
{
	bool is_named = chosen < (int)ENGINES;

	if (is_named && is_printed)
		return &engines[chosen];
	for (size_t i = 0; i < ENGINES; i++)
		if ((!is_named || chosen == (int)i) &&
			is_installed(&engines[i]))
			return &engines[i];
	error_set(err, "%s is not installed here",
		is_named ? engines[chosen].program
			 : "none of sbatch, parallel and make");
	return NULL;
}

const char *job_engine_name(const struct job_engine *engine)
{
	return engine->name;
}

void job_print(struct job *job, const struct job_engine *engine, FILE *out)
{
	engine->write(job, out);
}

/* Takes note at PATH that the job is submitted. Returns 1 if it was. */
static int note_submission(const char *path, const struct job_engine *engine,
	bool is_another, struct error *err)
{
	FILE *out = fopen(path, is_another ? "ae" : "wxe");
	struct utsname host = {.nodename = "?"};
	bool is_bad;

	if (!out && errno == EEXIST)
		return 1;
	uname(&host);
	is_bad = !out ||
		 fprintf(out, "%s on %s\n", engine->name, host.nodename) < 0;
	if ((out && fclose(out) != 0) || is_bad) {
		error_set_errno(err, "cannot write %s", path);
		if (!is_another)
			unlink(path);
		return -1;
	}
	return 0;
}

static int write_script(struct job *job, const struct job_engine *engine,
	const char *path, struct error *err)
{
	struct whole_file file;

	if (whole_file_open(&file, path, err) != 0)
		return -1;
	engine->write(job, file.out);
	return whole_file_close(&file, 0, err);
}

int job_prepare(struct job *job, const struct job_engine *engine,
	bool is_another, const char **path, struct error *err)
{
	const char *note =
		arena_format(&job->arena, "%s/submitted", job->folder);
	int result = 0;

	*path = arena_format(&job->arena, "%s/%s", job->folder, engine->file);
	if (!is_another && access(note, F_OK) == 0)
		result = 1;
	else if (folders_make_all(job->folder, err) != 0 ||
		 write_script(job, engine, *path, err) != 0)
		result = -1;
	else
		result = note_submission(note, engine, is_another, err);
	if (result == 1)
		error_set(err, "this was submitted before: see %s", note);
	return result;
}

int job_start(const struct job *job, const struct job_engine *engine,
	const char *path, struct error *err)
{
	struct arguments command = {0};

	arguments_add(&command, engine->start);
	if (strcmp(engine->start, "make") == 0) {
		arguments_add_format(
			&command, "-j%" PRIu64, count_at_once(job));
		arguments_add(&command, "-f");
	}
	arguments_add(&command, path);
	fflush(stdout);
	execvp(command.word[0], command.word);
	error_set_errno(err, "cannot run %s", command.word[0]);
	arguments_release(&command);
	return -1;
}
