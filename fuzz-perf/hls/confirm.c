/* SPDX-License-Identifier: MIT
 * Runs what the user has, cosimulation or a board, on one input of each symptom: the
 * calls of all are written to a file, a command answers them together, and each
 * input runs again with its answers. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYMPTOMS_MAX 512

struct symptom {
	char *directory;
	struct hls_test test;
	struct hls_judgement judgement; /* the model's */
	unsigned long calls;
};

static int is_symptom(const struct dirent *entry)
{
	return strlen(entry->d_name) == 16;
}

static char *confirm_join(const char *directory, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", directory, name) < 0)
		abort();
	return path;
}

/* Takes the small input of DIRECTORY and records its calls. False: there is none, or
 * it has its answer. */
static bool confirm_record(
	struct symptom *symptom, char *directory, FILE *calls)
{
	char *input = confirm_join(directory, "input.min");
	char *answered = confirm_join(directory, "command");
	char why[256];
	bool is_wanted =
		access(answered, F_OK) != 0 &&
		test_read(&symptom->test, input, why, sizeof(why)) == 0;

	free(answered);
	free(input);
	symptom->directory = directory;
	if (!is_wanted)
		return false;
	judge_quickly(
		&symptom->test, (struct hardware){0}, &symptom->judgement);
	symptom->calls = rtl_record(&symptom->test, calls);
	return true;
}

static const char *confirm_compare(
	const struct hls_judgement *model, const struct outcome *answer)
{
	if (answer->end == RUN_LOST)
		return "gives no answer to the calls that sites make";
	if (outcome_is_same(answer, &model->exact))
		return "does as the CPU";
	if (model->verdict == VERDICT_UNKNOWN ||
		outcome_is_same(answer, &model->hardware))
		return "differs from the CPU, as sites do";
	return "differs from the CPU, otherwise than sites";
}

/* Keeps what the command answers beside the input. */
static void confirm_replay(
	const struct symptom *symptom, FILE *calls, FILE *answers)
{
	char *path = confirm_join(symptom->directory, "command");
	struct outcome answer;
	FILE *out;

	rtl_replay(&symptom->test, calls, answers, symptom->calls, &answer);
	out = fopen(path, "we");
	if (out) {
		fprintf(out, "command: %s: ",
			confirm_compare(&symptom->judgement, &answer));
		print_outcome(out, &symptom->test, &answer,
			&symptom->judgement.exact);
		fclose(out);
	}
	outcome_release(&answer);
	free(path);
}

/* Returns the exit code of COMMAND, or -1. */
static int confirm_run(
	const char *command, const char *calls, const char *answers)
{
	char *line;
	int status;

	setenv("RETREAD_HLS_CALLS", calls, 1);
	setenv("RETREAD_HLS_ANSWERS", answers, 1);
	if (asprintf(&line,
		    "%s \"$RETREAD_HLS_CALLS\" \"$RETREAD_HLS_ANSWERS\"",
		    command) < 0)
		abort();
	status = system(line);
	free(line);
	return status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The symptoms that are to be answered; their calls go to CALLS. */
static size_t record_all(
	struct symptom *symptom, const char *directory, FILE *calls)
{
	struct dirent **entry;
	int found = scandir(directory, &entry, is_symptom, alphasort);
	size_t count = 0;

	for (int i = 0; i < found; i++) {
		char *path = confirm_join(directory, entry[i]->d_name);
		if (count < SYMPTOMS_MAX &&
			confirm_record(&symptom[count], path, calls))
			count++;
		else
			free(path);
		free(entry[i]);
	}
	if (found >= 0)
		free(entry);
	return count;
}

static int replay_all(struct symptom *symptom, size_t count,
	const char *call_file, const char *answer_file)
{
	FILE *calls = fopen(call_file, "re");
	FILE *answers = fopen(answer_file, "re");

	if (!calls || !answers) {
		fprintf(stderr,
			"retread hls fuzz: the command of confirm= wrote no "
			"%s; nothing is confirmed\n",
			answer_file);
		return 4;
	}
	for (size_t i = 0; i < count; i++)
		confirm_replay(&symptom[i], calls, answers);
	fclose(calls);
	fclose(answers);
	return 0;
}

int confirm(const char *command, const char *directory)
{
	static struct symptom symptom[SYMPTOMS_MAX];
	char *calls = confirm_join(directory, "../calls");
	char *answers = confirm_join(directory, "../answers");
	FILE *out = fopen(calls, "we");
	size_t count = out ? record_all(symptom, directory, out) : 0;
	int status = 0;

	if (out)
		fclose(out);
	unlink(answers);
	if (count > 0)
		status = confirm_run(command, calls, answers);
	if (status != 0) {
		fprintf(stderr,
			"retread hls fuzz: the command of confirm= ended with "
			"%d; nothing is confirmed\n",
			status);
		status = 4;
	} else if (count > 0) {
		status = replay_all(symptom, count, calls, answers);
	}
	for (size_t i = 0; i < count; i++) {
		judgement_release(&symptom[i].judgement);
		test_release(&symptom[i].test);
		free(symptom[i].directory);
	}
	free(answers);
	free(calls);
	return status;
}
