/* SPDX-License-Identifier: MIT
 * Completes the results of a recording. */
#include "config.h"

#include "cli/record/steps.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/record/rings.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/report.h"

#define LOG_BYTES_MAX (64 << 10)

/* The beginning of PATH, "" when there is none. Free it. */
static char *read_log(const char *path)
{
	char *text = memory_alloc(LOG_BYTES_MAX + 1);
	FILE *in = fopen(path, "re");
	size_t count = in ? fread(text, 1, LOG_BYTES_MAX, in) : 0;

	text[count] = '\0';
	if (in)
		fclose(in);
	return text;
}

static void finish_write_log(const char *path, const char *text)
{
	FILE *out = fopen(path, "we");

	if (!out)
		return;
	fputs(text, out);
	fclose(out);
}

/* What Valgrind had to say about the process, kept if it is anything. */
static void keep_valgrind_log(const struct session *session,
	const struct ring *ring, struct recording *recording)
{
	char *from =
		memory_format("%s/%d.valgrind", session->logs, (int)ring->pid);
	char *to = memory_format("%s/valgrind.txt", ring->directory);
	char *text = read_log(from);

	recording->unknown_instruction +=
		strstr(text, "unhandled instruction") != NULL ||
		strcasestr(text, "unrecognised instruction");
	recording->linked_statically +=
		strstr(text, "is linked statically") != NULL;
	if (*text != '\0')
		finish_write_log(to, text);
	free(from);
	free(to);
	free(text);
}

/* A process that is killed cannot write how it ended; its parent knows. */
static int finish_tell_end(const char *findings, const char *test,
	const struct recording *recording, struct error *err)
{
	struct report report;
	int result;

	report_init(&report);
	result = report_read_json(&report, findings, err);
	if (result == 0 && report.process_count != 1)
		result = error_set(err, "%s: describes %zu processes, not one",
			findings, report.process_count);
	if (result == 0) {
		report.process[0].exit_code = recording->exit_code;
		report.process[0].signal = recording->signal;
		result = report_write_json(&report, findings, err);
	}
	if (result == 0)
		result = report_write_test(&report.process[0], test, err);
	report_release(&report);
	return result;
}

static int keep_result(const struct ring *ring, bool is_client,
	struct recording *recording, struct error *err)
{
	char *findings = memory_format("%s/findings.json", ring->directory);
	char *test = memory_format("%s/test.json", ring->directory);
	struct report_process process;
	int result = report_read_test(&process, test, err);

	if (result == 0 && is_client &&
		(process.exit_code != recording->exit_code ||
			process.signal != recording->signal))
		result = finish_tell_end(findings, test, recording, err);
	if (result == 0)
		recording->partial += process.truncated;
	free(findings);
	free(test);
	return result;
}

/* How the analyzer of RING ended, and its last line, in ERR. */
static void explain_loss(const struct ring *ring, struct error *err)
{
	char *text = read_log(ring->log);
	size_t length = strlen(text);
	const char *line;

	while (length > 0 && text[length - 1] == '\n')
		text[--length] = '\0';
	line = strrchr(text, '\n') ? strrchr(text, '\n') + 1 : text;
	error_set(err, "%s", *line != '\0' ? line : "it printed nothing");
	if (!ring->is_started)
		error_set(err, "the analyzer did not start");
	else if (WIFSIGNALED(ring->status))
		error_add_context(err,
			"the analyzer was killed by signal %d (%s)",
			WTERMSIG(ring->status),
			strsignal(WTERMSIG(ring->status)));
	else
		error_add_context(err, "the analyzer ended with exit code %d",
			WEXITSTATUS(ring->status));
	free(text);
}

static void keep_ring(const struct session *session, const struct ring *ring,
	bool is_client, struct recording *recording)
{
	struct error err = {{0}};

	if (!ring->is_analyzed) {
		explain_loss(ring, &err);
	} else if (keep_result(ring, is_client, recording, &err) == 0) {
		recording->processes++;
		recording->has_client |= is_client;
		arguments_add(&recording->results, ring->directory);
		keep_valgrind_log(session, ring, recording);
		return;
	}
	recording->lost++;
	error_add_context(&err, "process %d of %s was not analysed",
		(int)ring->pid, ring->program);
	cli_fail(0, "record", &err, NULL);
}

/* Valgrind makes its log when it starts the tool, and then has nothing to say. */
static bool has_complaint(const struct session *session, pid_t client)
{
	char *path =
		memory_format("%s/%d.valgrind", session->logs, (int)client);
	char *text = read_log(path);
	bool found = *text != '\0' || access(path, F_OK) != 0;

	free(path);
	free(text);
	return found;
}

void finish_keep_results(const struct session *session,
	const struct rings *rings, pid_t client, struct recording *recording)
{
	size_t last = rings->count;

	/* After an exec, the last ring is of the program that ended. */
	for (size_t i = 0; i < rings->count; i++) {
		if (rings->ring[i].pid == client)
			last = i;
	}
	for (size_t i = 0; i < rings->count; i++)
		keep_ring(session, &rings->ring[i],
			rings->ring[i].pid == client && i == last, recording);
	recording->has_complaint = has_complaint(session, client);
}

#define LOG_SUFFIX ".valgrind"

static int is_log(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > strlen(LOG_SUFFIX) &&
	       strcmp(entry->d_name + length - strlen(LOG_SUFFIX),
		       LOG_SUFFIX) == 0;
}

static void print_log(const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		char *line = memory_string_dup_length(text, length);
		fputs("  ", stderr);
		cli_print_clean(stderr, line);
		putc('\n', stderr);
		free(line);
		text += length + (text[length] == '\n');
	}
}

void finish_print_logs(const struct session *session)
{
	struct dirent **entry;
	int count = scandir(session->logs, &entry, is_log, alphasort);

	for (int i = 0; i < count; i++) {
		char *path =
			memory_format("%s/%s", session->logs, entry[i]->d_name);
		char *text = read_log(path);
		print_log(text);
		free(text);
		free(path);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}
