/* SPDX-License-Identifier: MIT
 * `retread submit`: writes a script by which a job engine records the shards of a plan,
 * and starts it. Engines only start work; what was done is for `retread merge` to say. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/suite/plan.h"
#include "cli/suite/shard.h"
#include "cli/verbs.h"
#include "lib/arguments.h"
#include "lib/memory.h"
#include "lib/program.h"
#include "lib/whole_file.h"
#include "lib/words.h"

/* Of a job array: Slurm's MaxArraySize is 1001 unless a site changes it. */
#define ARRAY_MAX 1000

struct submit_options {
	const char *out, *plan;
	int engine;
	uint64_t jobs;
	bool again, missing, print, quiet;
};

/* What a script is made of: texts as a shell reads them. */
struct job {
	const struct submit_options *options;
	struct arena arena;
	struct plan plan;
	char id[PLAN_ID_BYTES];
	uint64_t *number; /* of the shards to record */
	size_t count;
	const char *folder;    /* DIR/jobs/PLAN, not quoted */
	const char *directory; /* where we are */
	const char *record;    /* the command, without --shard */
	const char *merge;     /* the command */
};

static const char *quote(struct job *job, const char *text)
{
	char *quoted = words_shell_quote(text);
	const char *kept = arena_string(&job->arena, quoted);

	free(quoted);
	return kept;
}

/* How many shards to record at a time on one machine. */
static uint64_t count_jobs(const struct submit_options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (options->jobs > 0)
		return options->jobs;
	return processors > 0 ? (uint64_t)processors : 1;
}

/*--- scripts ---*/

static void print_numbers(const struct job *job, const char *prefix, FILE *out)
{
	for (size_t i = 0; i < job->count; i++)
		fprintf(out, " %s%" PRIu64, prefix, job->number[i]);
	putc('\n', out);
}

static void write_parallel(struct job *job, FILE *out)
{
	const char *record = arena_format(&job->arena, "%s --shard {}/%" PRIu64,
		job->record, job->plan.shards);

	fprintf(out,
		"#!/bin/sh\n"
		"# Records the shards of a plan by GNU parallel and merges "
		"them. Started again, it goes\n# on where it was.\n"
		"cd %s || exit\n"
		"parallel --jobs %" PRIu64 " --joblog %s --resume-failed "
		"--retries 2 \\\n\t%s \\\n\t:::",
		job->directory, count_jobs(job->options),
		quote(job, arena_format(&job->arena, "%s/joblog", job->folder)),
		quote(job, record));
	print_numbers(job, "", out);
	fprintf(out, "exec %s\n", job->merge);
}

/* The shards from FIRST on that one job array can have. Returns how many. */
static size_t print_array(const struct job *job, size_t first, FILE *out)
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
	const char *record = arena_format(&job->arena,
		"%s --shard $((SLURM_ARRAY_TASK_ID + RETREAD_BEFORE))/%" PRIu64,
		job->record, job->plan.shards);

	fprintf(out,
		"#!/bin/sh\n"
		"# Records the shards of a plan by Slurm and merges them. What "
		"a lost node leaves is\n# recorded by: retread submit "
		"--missing\n"
		"cd %s || exit\n\n"
		"# array BEFORE INDICES: the shards BEFORE + INDICES\n"
		"array() {\n"
		"\tsbatch --parsable --job-name=retread --array=\"$2",
		job->directory);
	if (job->options->jobs > 0)
		fprintf(out, "%%%" PRIu64, job->options->jobs);
	fprintf(out,
		"\" \\\n"
		"\t\t--requeue --open-mode=append --output=%s/%%A-%%a.log "
		"\\\n"
		"\t\t--export=ALL,RETREAD_BEFORE=\"$1\" \\\n"
		"\t\t--wrap %s\n"
		"}\n"
		"jobs=\n",
		log, quote(job, record));
	for (size_t i = 0; i < job->count;) {
		fputs("jobs=$jobs:$(", out);
		i += print_array(job, i, out);
		fputs(") || exit\n", out);
	}
	/* afterok would wait for ever for a task that failed and was requeued */
	fprintf(out,
		"sbatch --job-name=retread-merge "
		"--dependency=\"afterany$jobs\" \\\n"
		"\t--output=%s/merge.log --wrap %s\n",
		log, quote(job, job->merge));
}

/* TEXT as a rule of make has it. */
static const char *make_text(struct job *job, const char *text)
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
		"# Records the shards of a plan and merges them: make -j N -f "
		"THIS. Started again, it does\n# what is missing.\n"
		"SHARDS =");
	print_numbers(job, "shard-", out);
	fprintf(out,
		"merge:\n"
		"\t-$(MAKE) -f $(firstword $(MAKEFILE_LIST)) -k $(SHARDS)\n"
		"\tcd %s && %s\n"
		"$(SHARDS): shard-%%:\n"
		"\tcd %s && %s --shard $*/%" PRIu64 "\n"
		".PHONY: merge $(SHARDS)\n",
		make_text(job, job->directory), make_text(job, job->merge),
		make_text(job, job->directory), make_text(job, job->record),
		job->plan.shards);
}

static const struct engine {
	const char *name;
	const char *program; /* that it needs */
	const char *file;    /* the script, in DIR/jobs/PLAN */
	void (*write)(struct job *job, FILE *out);
	const char *start; /* what runs the script */
} engines[] = {
	{"slurm", "sbatch", "slurm.sh", write_slurm, "sh"},
	{"parallel", "parallel", "parallel.sh", write_parallel, "sh"},
	{"make", "make", "shards.mk", write_make, "make"},
};
#define ENGINES (sizeof engines / sizeof engines[0])
enum { WITH_PRINT = ENGINES, WITH_ANY };
static const char *const engine_names[] = {
	"slurm", "parallel", "make", "print", NULL};

static bool is_installed(const struct engine *engine)
{
	char *command =
		memory_format("command -v %s >/dev/null 2>&1", engine->program);
	bool found = system(command) == 0;

	free(command);
	return found;
}

/* The one that is named, else the first that is here. NULL: it is not. */
static const struct engine *choose_engine(const struct submit_options *options)
{
	bool is_named = options->engine < (int)ENGINES;

	if (is_named && options->print)
		return &engines[options->engine];
	for (size_t i = 0; i < ENGINES; i++)
		if ((!is_named || options->engine == (int)i) &&
			is_installed(&engines[i]))
			return &engines[i];
	return NULL;
}

/*--- the job ---*/

static void find_shards(struct job *job, const char *out)
{
	uint64_t shards = job->plan.shards;

	job->number =
		arena_alloc_zero(&job->arena, shards, sizeof *job->number);
	for (uint64_t k = 1; k <= shards; k++) {
		char *folder = shard_folder(out, job->id, k);
		if (!job->options->missing || access(folder, F_OK) != 0)
			job->number[job->count++] = k;
		free(folder);
	}
}

/* COMMAND, which it empties, as a shell reads it. */
static const char *command_text(struct job *job, struct arguments *command)
{
	char *text = commands_text(command->word);
	const char *kept = arena_string(&job->arena, text);

	free(text);
	arguments_release(command);
	return kept;
}

/* RECORD: options of `retread record`. */
static int prepare(struct job *job, char *const *record, struct error *err)
{
	const char *out = cli_out_directory(job->options->out);
	struct arguments command = {0};
	char *here = getcwd(NULL, 0), *bin = program_directory(0);
	int result =
		plan_read(&job->plan, &job->arena, job->options->plan, err);

	if (result == 0)
		result = plan_identify(job->id, job->options->plan, err);
	if (result == 0 && (!here || !bin))
		result = error_set_errno(err, "cannot tell where we are");
	if (result == 0) {
		find_shards(job, out);
		job->directory = quote(job, here);
		job->folder =
			arena_format(&job->arena, "%s/jobs/%s", out, job->id);
		arguments_add_format(&command, "%s/retread", bin);
		arguments_add(&command, "record");
		arguments_add_option(&command, "plan", job->options->plan);
		arguments_add_option(&command, "out", out);
		arguments_add_all(&command, record);
		job->record = command_text(job, &command);
		arguments_add_format(&command, "%s/retread", bin);
		arguments_add(&command, "merge");
		arguments_add_option(&command, "plan", job->options->plan);
		arguments_add_option(&command, "out", out);
		arguments_add(&command, "--require-complete");
		job->merge = command_text(job, &command);
	}
	free(here);
	free(bin);
	return result;
}

/* Takes note that the plan is submitted. Fails if it was. */
static int note_submission(
	const struct job *job, const struct engine *engine, struct error *err)
{
	char *path = memory_format("%s/submitted", job->folder);
	bool may_be_there = job->options->again || job->options->missing;
	FILE *out = fopen(path, may_be_there ? "ae" : "wxe");
	struct utsname host = {.nodename = "?"};
	int result = 0;

	uname(&host);
	if (!out && errno == EEXIST)
		result = error_set(
			err, "this plan was submitted before: see %s", path);
	else if (!out)
		result = error_set_errno(err, "cannot write %s", path);
	else if (fprintf(out, "%s on %s\n", engine->name, host.nodename) < 0 ||
		 fclose(out) != 0)
		result = error_set_errno(err, "cannot write %s", path);
	free(path);
	return result;
}

static int write_script(struct job *job, const struct engine *engine,
	const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		engine->write(job, file.out);
	return whole_file_close(&file, result, err);
}

/* Becomes what ENGINE starts the script at PATH with. */
static int start(
	const struct job *job, const struct engine *engine, const char *path)
{
	struct arguments command = {0};
	struct error err = {{0}};

	arguments_add(&command, engine->start);
	if (strcmp(engine->start, "make") == 0) {
		arguments_add_format(
			&command, "-j%" PRIu64, count_jobs(job->options));
		arguments_add(&command, "-f");
	}
	arguments_add(&command, path);
	fflush(stdout);
	execvp(command.word[0], command.word);
	error_set_errno(&err, "cannot run %s", command.word[0]);
	arguments_release(&command);
	return cli_fail(CLI_ENVIRONMENT, "submit", &err, NULL);
}

static int submit_job(struct job *job, const struct engine *engine)
{
	struct error err = {{0}};
	char *path = memory_format("%s/%s", job->folder, engine->file);
	int status = CLI_DONE;

	if (cli_make_directories(job->folder, &err) != 0 ||
		write_script(job, engine, path, &err) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "submit", &err, HINT_OUT);
	else if (note_submission(job, engine, &err) != 0)
		status = cli_fail(CLI_USAGE, "submit", &err,
			"--missing records what is missing, --again starts "
			"all of it again.");
	if (status == CLI_DONE && !job->options->quiet)
		printf("retread: %zu shard%s by %s: %s\n", job->count,
			cli_plural(job->count), engine->name, path);
	if (status == CLI_DONE)
		status = start(job, engine, path);
	free(path);
	return status;
}

static int submit(void *chosen, const struct operands *operands)
{
	struct submit_options *options = chosen;
	struct job job = {.options = options};
	const struct engine *engine;
	struct error err = {{0}};
	char *plan = NULL;
	int status;

	if (options->engine == WITH_PRINT)
		options->print = true;
	if (!options->plan)
		options->plan = plan = memory_format(
			"%s/plan.json", cli_out_directory(options->out));
	engine = choose_engine(options);
	if (!engine) {
		error_set(&err, "%s is not installed here",
			options->engine < (int)ENGINES
				? engines[options->engine].program
				: "none of sbatch, parallel and make");
		status = cli_fail(CLI_ENVIRONMENT, "submit", &err,
			"Choose another: --with slurm|parallel|make; or look "
			"at the script: --print");
	} else if (prepare(&job, operands->operand, &err) != 0) {
		status = cli_fail(CLI_USAGE, "submit", &err,
			"Make a plan first: retread plan --shards N");
	} else if (options->print) {
		engine->write(&job, stdout);
		status = CLI_DONE;
	} else if (job.count == 0) {
		printf("retread: no shard is missing\nnext: %s\n", job.merge);
		status = CLI_DONE;
	} else {
		status = submit_job(&job, engine);
	}
	arena_release(&job.arena);
	free(plan);
	return status;
}

int verb_submit(int argc, char **argv)
{
	struct submit_options chosen = {.engine = WITH_ANY};
	const struct option_row rows[] = {
		{"with", 0, OPTION_CHOICE, &chosen.engine, .argument = "ENGINE",
			.help = "slurm, parallel or make; print: as --print. "
				"By default the first that is installed",
			.choices = engine_names},
		{"jobs", 'j', OPTION_NUMBER, &chosen.jobs, .argument = "N",
			.help = "record N shards at a time; by default one a "
				"processor, on a cluster as many as it lets",
			.min = 1},
		{"plan", 0, OPTION_TEXT, &chosen.plan, .argument = "FILE",
			.help = "the plan; by default DIR/plan.json"},
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "DIR",
			.help = "results and script go to DIR (retread-out)"},
		{"missing", 0, OPTION_FLAG, &chosen.missing,
			.help = "only shards that have no results yet"},
		{"again", 0, OPTION_FLAG, &chosen.again,
			.help = "though the plan was submitted before"},
		{"print", 0, OPTION_FLAG, &chosen.print,
			.help = "print the script, start nothing"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
	};
	const struct options options = {"retread submit",
		"[OPTION]... [-- RECORD-OPTION...]",
		"Records the shards of a plan by Slurm, GNU parallel or make, "
		"and merges them.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, submit, &chosen);
}
