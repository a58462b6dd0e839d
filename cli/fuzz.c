/* SPDX-License-Identifier: MIT
 * `retread fuzz`: starts retread-fuzz; findings become places to aim at. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/cures.h"
#include "cli/environment.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/memory.h"

#define FUZZER_FILE   "retread-fuzz"
#define TARGET_OPTION "--target"

/* Goes on as FILE, a part of ours that takes the verb as its first argument. */
static int start_part(const char *file, int argc, char **argv)
{
	char *program = environment_find_part(file);
	char **command = memory_alloc_zero((size_t)argc + 2, sizeof *command);
	struct error err = {{0}};

	command[0] = (char *)file;
	for (int i = 0; i < argc; i++)
		command[i + 1] = argv[i];
	if (program != NULL)
		execv(program, command);
	if (program == NULL)
		error_set(&err, "%s is neither beside this program nor in %s",
			file, PKGLIBEXECDIR);
	else
		error_set_errno(&err, "%s", program);
	free(command);
	free(program);
	return cli_fail(CLI_ENVIRONMENT, argv[0], &err, CURE_INSTALL);
}

int verb_start_fuzzer(int argc, char **argv)
{
	return start_part(FUZZER_FILE, argc, argv);
}

static bool is_finding(const char *word)
{
	return strncmp(word, "RT-", 3) == 0;
}

/* The function that walks: the last of the way from the analysed function to
 * the read. */
static const char *walking_function(const struct report_finding *finding)
{
	if (finding->aec.count > 0)
		return finding->aec.place[finding->aec.count - 1].function;
	return finding->function;
}

/* Returns the function that finding ID is about, or NULL with ERR filled. Free
 * it. */
static char *find_function(const char *id, struct error *err)
{
	const char *directory = cli_out_directory(NULL);
	const char *name = NULL;
	bool is_known = false;
	struct report report;
	char *found = NULL;

	report_init(&report);
	if (results_load(&report, directory, err) < 0)
		goto out;
	for (size_t i = 0; i < report.finding_count && name == NULL; i++) {
		if (!report_finding_matches(&report.finding[i], id))
			continue;
		is_known = true;
		name = walking_function(&report.finding[i]);
	}
	if (name != NULL)
		found = memory_string_dup(name);
	else if (is_known)
		error_set(err,
			"finding %s is in code without debug information", id);
	else
		error_set(err, "no finding \"%s\" in %s", id, directory);
out:
	report_release(&report);
	return found;
}

/* Writes into COMMAND (room for twice ARGC) what ARGV says, with functions in
 * place of findings: `fuzz RT-1f3c9a`, `fuzz --target RT-1f3c9a`. Returns the
 * number of words, -1 with ERR filled. */
static int name_findings(
	int argc, char **argv, char **command, struct error *err)
{
	int count = 0;

	for (int i = 0; i < argc; i++) {
		bool is_first = i == 1 && is_finding(argv[i]);
		bool is_value =
			i > 0 && strcmp(argv[i - 1], TARGET_OPTION) == 0;

		if (strcmp(argv[i], "--") == 0) {
			while (i < argc)
				command[count++] = argv[i++];
			break;
		}
		if (is_first)
			command[count++] = (char *)TARGET_OPTION;
		command[count] = argv[i];
		if (is_first || (is_value && is_finding(argv[i])))
			command[count] = find_function(argv[i], err);
		if (command[count++] == NULL)
			return -1;
	}
	return count;
}

int verb_start_about(const char *file, int argc, char **argv)
{
	char **command =
		memory_alloc_zero(2 * (size_t)argc + 1, sizeof *command);
	struct error err = {{0}};
	int count = name_findings(argc, argv, command, &err);
	int status = count < 0 ? cli_fail(CLI_USAGE, argv[0], &err,
					 "Findings are listed by: retread "
					 "report")
			       : start_part(file, count, command);

	free(command);
	return status;
}

int verb_fuzz(int argc, char **argv)
{
	return verb_start_about(FUZZER_FILE, argc, argv);
}
