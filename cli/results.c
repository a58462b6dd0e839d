/* SPDX-License-Identifier: MIT
 * Merges DIR/record/PROGRAM/PID/findings.json of all processes, and adds what
 * DIR/prove says; analyses a trace that no verb has recorded. */
#include "config.h"

#include "cli/results.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/command/part.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/format/trace_format.h"
#include "lib/memory.h"
#include "lib/report/proof.h"

#define OTHERS_MAX 16 /* proofs that are listed beside the strongest */

struct loading {
	struct report *report;
	size_t read;
	size_t damaged;
	struct error *err; /* of the last damaged file */
};

static void load_file(struct loading *loading, const char *path)
{
	struct report one;

	report_init(&one);
	if (report_read_json(&one, path, loading->err) == 0) {
		report_merge(loading->report, &one);
		loading->read++;
	} else {
		report_add_warning(loading->report,
			"this result cannot be read, so its process is "
			"missing: %s",
			loading->err->text);
		loading->damaged++;
	}
	report_release(&one);
}

static bool is_trace(const char *path)
{
	char start[sizeof(TRACE_MAGIC)];
	FILE *file = fopen(path, "re");
	bool found = file && fread(start, sizeof(start), 1, file) == 1 &&
		     memcmp(start, TRACE_MAGIC, sizeof(start)) == 0;

	if (file)
		fclose(file);
	return found;
}

/* The trace PATH, as `valgrind --tool=retread` writes it. */
static int load_trace(struct loading *loading, const char *path)
{
	char *directory = folders_make_temporary(loading->err);
	int result = -1;

	if (directory) {
		char *command[] = {PART_ANALYZER, "--quiet", "--symbol-cache",
			"no", "--out", directory, "--", (char *)path, NULL};
		char *findings = memory_format("%s/findings.json", directory);
		int status = part_run(command[0], command, loading->err);
		if (status == 0)
			load_file(loading, findings);
		else if (status > 0)
			error_set(loading->err, "%s cannot be analysed", path);
		result = loading->read > 0 ? 0 : -1;
		free(findings);
		folders_remove(directory);
	}
	free(directory);
	return result;
}

static int results_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Calls VISIT for every name in DIRECTORY, in one order. */
static void results_visit(struct loading *loading, const char *directory,
	void (*visitor)(struct loading *, const char *))
{
	struct dirent **entry;
	int count = scandir(directory, &entry, results_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		char *path =
			memory_format("%s/%s", directory, entry[i]->d_name);
		visitor(loading, path);
		free(path);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}

static void load_process(struct loading *loading, const char *directory)
{
	char *path = memory_format("%s/findings.json", directory);
	struct stat status;

	/* Without a file, the process is still being recorded. */
	if (stat(path, &status) == 0)
		load_file(loading, path);
	free(path);
}

static void load_program(struct loading *loading, const char *directory)
{
	results_visit(loading, directory, load_process);
}

/* SUMMARY's texts are in ARENA. */
static void list_others(
	struct report_proof *summary, struct arena *arena, const char *folder)
{
	const struct proof_result *other;
	const char *text[OTHERS_MAX];

	while (summary->other_count < OTHERS_MAX &&
		(other = proof_read_other(
			 arena, folder, summary->other_count + 1)))
		text[summary->other_count++] = other->law.sentence;
	summary->other =
		arena_copy(arena, text, summary->other_count * sizeof *text);
}

/* What was proved of the finding at INDEX, in PATH/prove/ID. */
static bool attach_proof(struct report *report, size_t index, const char *path)
{
	char *folder =
		memory_format("%s/prove/%s", path, report->finding[index].id);
	char *file = memory_format("%s/proof.json", folder);
	struct arena arena = {0};
	struct error err = {{0}};
	const struct proof_result *proof = NULL;

	arena_init(&arena);
	if (access(file, R_OK) == 0) {
		proof = proof_read(&arena, folder, &err);
		if (!proof)
			report_add_warning(report,
				"this proof cannot be read; prove it again: %s",
				err.text);
	}
	if (proof) {
		struct report_proof summary = report_proof_of(proof);
		list_others(&summary, &arena, folder);
		report_set_proof(report, index, &summary);
	}
	arena_release(&arena);
	free(file);
	free(folder);
	return proof;
}

/* Findings of the results in PATH learn what was proved of them; that changes
 * their order. */
static void attach_proofs(struct report *report, const char *path)
{
	char *folder = memory_format("%s/prove", path);
	size_t count = 0;

	for (size_t i = 0;
		access(folder, R_OK) == 0 && i < report->finding_count; i++)
		count += attach_proof(report, i, path);
	if (count > 0)
		report_sort(report);
	free(folder);
}

/* How the tests in PATH came out. */
static void attach_tests(struct report *report, const char *path)
{
	char *manifest = memory_format("%s/manifest.json", path);
	struct error err = {{0}};

	if (access(manifest, R_OK) == 0 &&
		report_read_tests(report, manifest, &err) != 0)
		report_add_warning(report,
			"how the tests came out is not known; record them "
			"again: %s",
			err.text);
	free(manifest);
}

/* Were tests in PATH grown by `retread prove`? By `retread grow` GROWN were. */
static bool results_are_grown(const char *path, size_t grown)
{
	char *all = memory_format("%s/" RESULTS_ALL_PROVED, path);
	bool result = grown > 0 || access(all, F_OK) == 0;

	free(all);
	return result;
}

int results_load(struct report *report, const char *path, struct error *err)
{
	struct loading loading = {.report = report, .err = err};
	struct stat status;
	char *record;
	size_t grown;

	if (stat(path, &status) != 0)
		return error_set_errno(err, "no results in %s", path);
	if (S_ISREG(status.st_mode) && is_trace(path))
		return load_trace(&loading, path);
	if (!S_ISDIR(status.st_mode)) {
		load_file(&loading, path);
		report_sort(report);
		return loading.read > 0 ? 0 : -1;
	}
	record = memory_format("%s/record", path);
	results_visit(&loading, record, load_program);
	free(record);
	grown = results_add_grown(report, path);
	report->is_grown |= results_are_grown(path, grown);
	loading.read += grown;
	if (loading.damaged == 0 || loading.read > 0)
		attach_tests(report, path);
	if (loading.read > 0 || report->test_count > 0) {
		report_sort(report);
		attach_proofs(report, path);
		return 0;
	}
	if (loading.damaged > 0)
		return -1;
	return error_set(err, "no results in %s", path);
}

bool results_are_in(const char *path)
{
	static const char *const parts[] = {"record", "manifest.json", "grow"};
	bool found = false;

	for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !found; i++) {
		char *part = memory_format("%s/%s", path, parts[i]);
		found = access(part, F_OK) == 0;
		free(part);
	}
	return found;
}

/* How many words of ARGV, which is not at its end, are an option that names *OUT; 0: it
 * is another word. */
static int read_out_option(char **argv, const char **out)
{
	static const char *const names[] = {"--out", "--output"};

	if (strncmp(argv[0], "-o", 2) == 0) {
		*out = argv[0][2] != '\0' ? argv[0] + 2 : argv[1];
		return argv[0][2] != '\0' ? 1 : 2;
	}
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		size_t length = strlen(names[i]);
		if (strncmp(argv[0], names[i], length) != 0)
			continue;
		if (argv[0][length] == '=')
			*out = argv[0] + length + 1;
		else if (argv[0][length] == '\0')
			*out = argv[1];
		else
			continue;
		return argv[0][length] == '=' ? 1 : 2;
	}
	return 0;
}

int results_choose(int argc, char **argv)
{
	int kept = 1;

	for (int i = 1; i < argc;) {
		bool is_end = strcmp(argv[i], "--") == 0;
		const char *named = NULL;
		int words = is_end ? 0 : read_out_option(argv + i, &named);
		int rest = is_end ? argc - i : words > 0 ? words : 1;

		if (words == 0 && i > 1 && argv[i - 1] && argv[i - 1][0] != '-')
			named = argv[i];
		if (!is_end && named && results_are_in(named)) {
			cli_name_out_directory(named);
			i += rest;
			continue;
		}
		for (; rest > 0 && i < argc; rest--)
			argv[kept++] = argv[i++];
	}
	argv[kept] = NULL;
	return kept;
}
